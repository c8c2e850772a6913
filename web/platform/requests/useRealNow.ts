import { serverNow } from '../api/serverClock.ts'
import { useNow } from './useNow.ts'

/** The wall clock, also in sandbox mode: for security deadlines. */
export const useRealNow = (): Date => useNow(30_000, serverNow)
