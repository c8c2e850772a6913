import type { Handler } from '../../platform/calls/call.ts'
import { keyOf, readKeys } from './readKeys.ts'

/** The shop's keys in this mode, newest first: those that work, and the last ones that did. */
export const keyList: Handler<'keyList'> = async ({ db, scope, now }) => {
  const keys = await readKeys(db, scope, now)
  return { keys: keys.map((key) => keyOf(key, now)) }
}
