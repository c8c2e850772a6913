import { makeStore } from '../shared/store.ts'

/** What a scanned code is wanted for; null while nobody scans. The operations search shows the camera. */
export const scanAsked = makeStore<'search' | 'refund' | null>(null)
