import { createContext, startTransition, use, useEffect, useState } from 'react'
import type { RowTools } from './rowTools.ts'

const Tools = createContext<RowTools | null>(null)

/** Provides the rows with their checkbox and actions, or none, without rendering anything else again. */
export const RowToolsProvider = Tools.Provider

/** The components of a row beside its data; null until the list has been painted and they are loaded. */
export const useRowTools = (): RowTools | null => use(Tools)

let known: RowTools | null = null

/** Loads the row tools once the list has been `painted`; later visits have them at once. */
export function useLateTools(painted: boolean): RowTools | null {
  const [tools, setTools] = useState(known)
  useEffect(() => {
    if (!painted || tools) return
    void import('./rowTools.ts').then(
      (file) => {
        known = file.rowTools
        startTransition(() => setTools(known))
      },
      () => {}, // offline, the rows still work as links
    )
  }, [painted, tools])
  return painted ? tools : null
}
