import { useEffect } from 'react'
import { makeStore } from '../state/store.ts'

/** One entry of the command palette: a page or an action; `words`: what else people call it. */
export type Command = { key: string; label: string; run: () => void; group?: 'screen' | 'action'; words?: readonly string[] }

/** Actions of the current screen. */
export const pageCommands = makeStore<readonly Command[]>([])

/** Adds a screen’s actions to the command palette while it is mounted. Pass a stable list (`useMemo`). */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    pageCommands.set([...pageCommands.get(), ...commands])
    return () => pageCommands.set(pageCommands.get().filter((command) => !commands.includes(command)))
  }, [commands])
}
