import { calls } from './index.ts'
import { consoleCalls } from './consoleApi.ts'
import { providerCalls } from './providerApi.ts'
import { shopCalls } from './shopsApi.ts'

/**
 * The name of each call's action in Spanish, for the audit trail, from its declaration; `messages/<language>/platform/actions.json` has the translations.
 * Where two APIs have a call of one name, the back office's text is used.
 */
export const actionWords: Readonly<Record<string, string>> = Object.fromEntries(
  [...shopCalls, ...consoleCalls, ...providerCalls, ...calls].map(({ name, summary }) => [`actions.${name}`, summary]),
)
