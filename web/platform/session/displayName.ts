import type { ClientState } from './session.ts'

/** The vendor's name: the company for enterprise, first and last name for self-employed; empty until known. */
export function displayName({ account, enterprise, profile }: Pick<ClientState, 'account' | 'enterprise' | 'profile'>): string {
  if (account?.type === 'enterprise') return enterprise?.name ?? ''
  return profile ? `${profile.firstName} ${profile.lastName}`.trim() : ''
}
