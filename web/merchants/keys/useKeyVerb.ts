import { useGuardedVerb } from '../preferences/useGuardedVerb.ts'

/** A verb of a key: the password is asked for where the server wants it, and what is shown of the keys is read again. */
export const useKeyVerb = (why: string) => useGuardedVerb(why, ['keyList', 'connectionView'])
