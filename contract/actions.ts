import { api } from './index.ts'
import { shopsApi } from './shopsApi.ts'

/** What each call does, in the Spanish of its declaration: what `messages/<language>/actions.json` says in another (the trail in words, product TEA-8). */
export const actionWords: Readonly<Record<string, string>> = Object.fromEntries(
  [...Object.values(api), ...Object.values(shopsApi)].map(({ name, summary }) => [`actions.${name}`, summary]),
)
