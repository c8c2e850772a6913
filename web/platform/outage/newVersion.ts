import { makeStore } from '../state/store.ts'

/** True when the server serves another build than the running one. */
export const newVersion = makeStore(false)
