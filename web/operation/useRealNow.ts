import { useNow } from './useNow.ts'

const present = () => new Date()

/** Everybody's present instant, also in test mode: what guards goes by it. */
export const useRealNow = (): Date => useNow(30_000, present)
