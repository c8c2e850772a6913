import { serverNow } from '../api/serverClock.ts'
import { useNow } from './useNow.ts'

/** Everybody's present instant, also in test mode: what guards goes by it. */
export const useRealNow = (): Date => useNow(30_000, serverNow)
