import type { ClientState } from './session.ts'

/** The account’s display name: the company’s, or first and last name of a self-employed owner; empty until loaded. */
export function displayName({ account, enterprise, profile }: Pick<ClientState, 'account' | 'enterprise' | 'profile'>): string {
  if (account?.type === 'enterprise') return enterprise?.name ?? ''
  return profile ? `${profile.firstName} ${profile.lastName}`.trim() : ''
}
