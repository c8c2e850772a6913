import { createContext, startTransition, use, useEffect, useState } from 'react'
import type { RowTools } from './rowTools.ts'

const Tools = createContext<RowTools | null>(null)

/** Gives the rows inside their boxes and verbs, or none of them, without drawing anything else again. */
export const RowToolsProvider = Tools.Provider

/** What a row has beside its facts; null until the list has been painted and it has arrived. */
export const useRowTools = (): RowTools | null => use(Tools)

let known: RowTools | null = null

/** Fetches what nobody sees at once, when the list has been `painted`; on a later visit it is there. */
export function useLateTools(painted: boolean): RowTools | null {
  const [tools, setTools] = useState(known)
  useEffect(() => {
    if (!painted || tools) return
    void import('./rowTools.ts').then(
      (file) => {
        known = file.rowTools
        startTransition(() => setTools(known))
      },
      () => {}, // without connection the rows are links all the same
    )
  }, [painted, tools])
  return painted ? tools : null
}
