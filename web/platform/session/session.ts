import type { Account } from '#contract/access/account'
import type { CallName } from '#contract/index'
import type { Merchant } from '#contract/merchants/merchants'
import type { Role } from '#domain/access/roles'
import { type Mode } from '../api/requestMode.ts'
import { useSyncExternalStore } from 'react'
import { makeStore } from '../state/store.ts'

/** State of a loaded resource. */
export type Loading = 'idle' | 'loading' | 'failed' | 'success'

/** Client state: the account, the current merchant and its mode, and the resources loaded at the session’s start. */
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
  /** As received (`readNotice.ts`). */
  notifications: readonly unknown[]
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

/** Updates some fields of the client state. Equal values are no change: listeners are not notified. */
export function updateState(some: Partial<ClientState>): void {
  const previous = clientState.get()
  const next = { ...previous, ...some }
  if (Object.keys(some).some((part) => !Object.is(next[part as keyof ClientState], previous[part as keyof ClientState])))
    clientState.set(next) // its own fields
}

/** The session as screens need it. */
export type Session = {
  account: Account
  role: Role
  /** What they are called: the preset that their access equals, else their role. */
  roleName: Role | NonNullable<Account['preset']>
  merchants: readonly Merchant[]
  /** The current merchant; null for a member without merchants. */
  merchant: Merchant | null
  mode: Mode
  sandbox: boolean
  disabled: boolean
  /** Whether this member has the permission for a call: to hide or disable what depends on it. */
  may: (call: CallName) => boolean
}

/** The session as screens see it, derived from the client state. Throws before the session has loaded: screens are rendered after. */
export function sessionOf(state: ClientState): Session {
  const { account, merchants, merchantId, mode } = state
  if (!account) throw new Error('no session yet')
  const role = account.userType
  return {
    account,
    role,
    roleName: account.preset ?? role,
    merchants,
    mode,
    sandbox: mode === 'sandbox',
    disabled: account.disabled !== null,
    merchant: merchants.find(({ id }) => id === merchantId) ?? null,
    may: (call) => account.permissions.includes(call),
  }
}

const sessionFields = ['account', 'merchants', 'merchantId', 'mode'] as const
let memo: { of: ClientState; session: Session } | null = null

/** The current session, memoized: the same object as long as none of its fields changes, so that screens do not render again for other state. */
export function currentSession(): Session {
  const state = clientState.get()
  const known = memo
  if (known && sessionFields.every((part) => known.of[part] === state[part])) return known.session
  memo = { of: state, session: sessionOf(state) }
  return memo.session
}

/** The current session, as a hook. */
export const useSession = (): Session => useSyncExternalStore(clientState.watch, currentSession)
