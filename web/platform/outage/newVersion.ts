import { makeStore } from '../shared/store.ts'

/** True when the server gives another build than the one that runs here. */
export const newVersion = makeStore(false)
