import { makeStore } from '../state/store.ts'

/** What the help panel shows first: the present screen, or how to write to support; null while it is closed. */
export const helpOpen = makeStore<'screen' | 'contact' | null>(null)
