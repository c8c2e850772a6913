import { makeStore } from '../state/store.ts'

/** The purpose of the open scanner; null while closed. The operations search shows the camera. */
export const scanPurpose = makeStore<'search' | 'refund' | null>(null)
