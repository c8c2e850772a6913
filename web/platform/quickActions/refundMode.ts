import { makeStore } from '../state/store.ts'

/** Whether the list of operations is there to choose one to refund: its rows then open the refund. */
export const refundMode = makeStore(false)
