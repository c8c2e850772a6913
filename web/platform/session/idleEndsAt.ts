import { makeStore } from '../state/store.ts'

/** When the session will end for inactivity, epoch milliseconds; null while no warning is due. */
export const idleEndsAt = makeStore<number | null>(null)
