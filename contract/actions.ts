import { calls } from './index.ts'
import { shopCalls } from './shopsApi.ts'

/**
 * What each call does, in the Spanish of its declaration: what `messages/<language>/platform/actions.json` says in another (the trail in words).
 * Where both APIs have a call of one name, the panel's words count.
 */
export const actionWords: Readonly<Record<string, string>> = Object.fromEntries(
  [...shopCalls, ...calls].map(({ name, summary }) => [`actions.${name}`, summary]),
)
