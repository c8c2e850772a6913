import { makeStore } from '../shared/store.ts'

/** True while a link of the test mode is open in real mode and the user has not said which one is meant. */
export const modeQuestion = makeStore(false)
