import { makeStore } from '../shared/store.ts'

/** How many things wait for this person in the present shop; what they have put off is not counted. */
export const workCount = makeStore(0)
