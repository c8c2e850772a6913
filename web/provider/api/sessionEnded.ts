import { makeStore } from '../../platform/state/store.ts'

/** Whether a call has said that the session of this browser has ended. */
export const sessionEnded = makeStore(false)
