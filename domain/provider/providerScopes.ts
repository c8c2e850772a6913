import { lettersFrom } from '../merchants/apiKey.ts'

/**
 * What a key of the provider's own systems may do. `accounts`: merchants with their shops; `keys`: hand out shops' keys; `terms`: read and propose;
 * `documents`: applications and their documents; `money`: settlements and payouts; `audit`: what staff and keys changed.
 */
export const providerScopes = [
  'accounts:read',
  'accounts:write',
  'keys',
  'terms',
  'documents',
  'decisions',
  'operations',
  'money:read',
  'money:write',
  'ledger:read',
  'audit:read',
] as const
export type ProviderScope = (typeof providerScopes)[number]

/** What a key is given only once a second person has confirmed it: it marks money as paid. */
export const MONEY_SCOPE = 'money:write' satisfies ProviderScope
/** What one administrator alone may give a key. */
export const openScopes = providerScopes.filter((scope) => scope !== MONEY_SCOPE)

const randomLength = 40

/** A key of the provider's own systems from 80 random bytes: `prov_…`, `[A-Za-z0-9_]` alone. */
export const providerKeyFrom = (bytes: Uint8Array): string => `prov_${lettersFrom(bytes, randomLength)}`

export const isProviderKey = (token: string): boolean => /^prov_[0-9A-Za-z]{40}$/.test(token)
