import { useGuardedVerb } from '../preferences/useGuardedVerb.ts'

/** An action on a key: with step-up where the server requires it; the keys are read again afterwards. */
export const useKeyVerb = (why: string) => useGuardedVerb(why, ['keyList', 'connectionView'])
