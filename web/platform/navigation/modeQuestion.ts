import { makeStore } from '../state/store.ts'

/** True while a sandbox link is open in live mode and the user has not chosen which mode is meant. */
export const modeQuestion = makeStore(false)
