import { useEffect } from 'react'
import { makeStore } from '../shared/store.ts'

/** One line of the command palette: a place or something to do. */
export type Command = { key: string; label: string; run: () => void; group?: 'screen' | 'action' }

/** Actions that the present screen offers. */
export const pageCommands = makeStore<readonly Command[]>([])

/** Offers a screen's actions in the command palette while it is shown. Give a stable list (`useMemo`). */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    pageCommands.set([...pageCommands.get(), ...commands])
    return () => pageCommands.set(pageCommands.get().filter((command) => !commands.includes(command)))
  }, [commands])
}
