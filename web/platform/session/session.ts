import type { Account } from '#contract/access/account'
import type { CallName } from '#contract/index'
import type { Merchant } from '#contract/merchants/merchants'
import type { Role } from '#domain/access/roles'
import { type Mode } from '../api/requestMode.ts'
import { useSyncExternalStore } from 'react'
import { makeStore } from '../shared/store.ts'

/** How a loaded resource stands. */
export type Loading = 'idle' | 'loading' | 'failed' | 'success'

/** Client state: who is signed in, the current shop and its mode, with the resources of the session's start. */
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
  /** As they came (`readNotice.ts`). */
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

/** Changes some of the client state. What is the same already is no change: nobody is told. */
export function updateState(some: Partial<ClientState>): void {
  const present = clientState.get()
  const next = { ...present, ...some }
  if (Object.keys(some).some((part) => !Object.is(next[part as keyof ClientState], present[part as keyof ClientState])))
    clientState.set(next) // its own parts
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

const partsOfSession = ['account', 'merchants', 'merchantId', 'mode'] as const
let made: { of: ClientState; session: Session } | null = null

/** The present session: the same value as long as nothing of it changes, so that no screen is drawn anew for the rest of the state. */
export function presentSession(): Session {
  const state = clientState.get()
  const known = made
  if (known && partsOfSession.every((part) => known.of[part] === state[part])) return known.session
  made = { of: state, session: sessionOf(state) }
  return made.session
}

/** The session inside a screen. */
export const useSession = (): Session => useSyncExternalStore(clientState.watch, presentSession)
