import { makeStore } from '../shared/store.ts'

/** When the session will end for want of activity, epoch milliseconds; null while there is nothing to warn of. */
export const idleEndsAt = makeStore<number | null>(null)
