import { makeStore } from '../state/store.ts'

/** The number of open tasks of this member for the current merchant; snoozed ones are not counted. */
export const openTaskCount = makeStore(0)
