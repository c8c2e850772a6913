import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of identity checks: default and description. */
export const identitySettings = {
  IDENTITY_FALLBACK: ['refuse', 'What holds when nobody looked at an identity check in time (DECISION_HOURS): refuse or accept'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type IdentityConfig = { fallback: 'refuse' | 'accept' }

/** Reads the settings of identity checks. Throws a one-line ConfigProblem. */
export function identityOf(read: (name: keyof typeof identitySettings) => string): IdentityConfig {
  const fallback = read('IDENTITY_FALLBACK')
  if (fallback !== 'refuse' && fallback !== 'accept')
    throw new ConfigProblem(`IDENTITY_FALLBACK="${fallback}" is not one of refuse, accept.`)
  return { fallback }
}
