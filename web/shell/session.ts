import type { Account, Notification } from '#contract/account'
import type { Merchant } from '#contract/merchants'
import type { CallName, Role } from '#domain/roles'
import { type Mode } from '../api/requestMode.ts'
import { makeStore, useStore } from './store.ts'

/** How a loaded resource stands (specification §4). */
export type Loading = 'idle' | 'loading' | 'failed' | 'success'

/** What the specification keeps as client state (§3), with the resources of the session's start. */
export type ClientState = {
  logged: boolean
  status: Loading
  account: Account | null
  merchants: readonly Merchant[]
  merchantId: string | null
  previousMerchantId: string | null
  mode: Mode
  profile: { firstName: string; lastName: string } | null
  enterprise: { name: string } | null
  notifications: readonly Notification[]
  notificationsStatus: Loading
}

export const signedOutState: ClientState = {
  logged: false,
  status: 'idle',
  account: null,
  merchants: [],
  merchantId: null,
  previousMerchantId: null,
  mode: 'live',
  profile: null,
  enterprise: null,
  notifications: [],
  notificationsStatus: 'idle',
}

/** The client state of this tab. */
export const clientState = makeStore<ClientState>(signedOutState)

/** Changes some of the client state. */
export function updateState(some: Partial<ClientState>): void {
  clientState.set({ ...clientState.get(), ...some })
}

/** What a screen needs to know about who looks at what. */
export type Session = {
  account: Account
  role: Role
  merchants: readonly Merchant[]
  /** The present shop; null for somebody without shops. */
  merchant: Merchant | null
  mode: Mode
  sandbox: boolean
  disabled: boolean
  /** Whether this person may make a call: for hiding and locking what it feeds. */
  may: (call: CallName) => boolean
}

/** The session as screens see it, from the client state. Throws before the session has loaded: screens are drawn after. */
export function sessionOf(state: ClientState): Session {
  const { account, merchants, merchantId, mode } = state
  if (!account) throw new Error('no session yet')
  const role = account.userType
  return {
    account,
    role,
    merchants,
    mode,
    sandbox: mode === 'sandbox',
    disabled: account.disabled !== null,
    merchant: merchants.find(({ id }) => id === merchantId) ?? null,
    may: (call) => account.permissions.includes(call),
  }
}

/** The session inside a screen. */
export function useSession(): Session {
  return sessionOf(useStore(clientState))
}
