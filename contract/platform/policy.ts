import type { KeyRight } from '#domain/merchants/keyRights'
import type { Role } from '#domain/access/roles'
import type { TeamRight, WithheldRight } from '#domain/access/teamRights'

type Decision = 'allowed' | 'denied'

/**
 * The team right that a call belongs to. `right`: requires the right. `right:read`: allowed also with read-only access. `right:approve`: withheld together
 * with the right, but not needed to have it completely.
 */
export type RightOfCall = TeamRight | `${TeamRight}:read` | `${WithheldRight}:approve`

/** Fields of every policy. */
type Common = {
  /**
   * While the account's credential changes are paused, because an owner stopped a change of bank account as fraudulent. `deniedForPerson`: denied while
   * those of any of the person's accounts are, because it changes what they sign in with everywhere.
   */
  credentialPause: Decision | 'deniedForPerson'
  /** With a shop's private key through the shops' API: as an admin of its shop and mode, within its rights and limits. */
  apiKey: Decision
  /** Whether test mode uses the shop's sandbox clock, which can be advanced. Security (sessions, keys, access) uses the wall clock. */
  clock: 'wall' | 'shop'
}

/** Of a call by signed-in members of an account. */
export type MemberPolicy = Common & {
  /** The roles that may make the call. */
  roles: readonly Role[]
  /** Null: it belongs to no right that can be shown, requested or withheld. */
  right: RightOfCall | null
  /** By a sandbox-only member: in any mode, in sandbox only, or never. */
  sandboxOnly: 'anyMode' | 'sandbox' | 'denied'
  /** At a shared till: denied for calls with step-up authentication, calls about keys, bank accounts or members, and exports. */
  sharedTill: Decision
  /** By a member who must set up a second factor and has not done so. */
  withoutFactor: Decision
  /** On a disabled account; `untilEnd`: denied, but allowed again once the company's relation has ended. */
  whenDisabled: Decision | 'untilEnd'
  /** Once the company's relation has ended: calls that create or change something are denied; downloads, refunds, stopping and erasing are not. */
  afterEnd: Decision
  /** A write that is allowed while viewing the application as another member; every other write is refused then. */
  whileViewing?: 'allowed'
}

/** Of a call without a session. */
type PublicPolicy = Common & {
  roles: 'public'
  /** `none`: the browser has no session yet and sends no token. `ignored`: not read. `session`, `link`: read by the call itself. */
  bearer: 'none' | 'ignored' | 'session' | 'link'
}

/** Of a call by the link of one checkout (`consumer`) or by a shop's public key in a page (`publicKey`). */
type NonMemberPolicy = Common & { roles: 'consumer' | 'publicKey' }

/** Who may make a call of the back office, and when. Every call declares every field, and nowhere else. */
export type Policy = MemberPolicy | PublicPolicy | NonMemberPolicy

export const isMemberPolicy = (policy: Policy): policy is MemberPolicy => typeof policy.roles !== 'string'

export const everyone = ['owner', 'admin', 'editor', 'guest'] as const
export const operators = ['owner', 'admin', 'editor'] as const
export const admins = ['owner', 'admin'] as const
export const owners = ['owner'] as const

/** A read in one shop and mode. */
export const readsShop = {
  sandboxOnly: 'sandbox',
  sharedTill: 'denied',
  withoutFactor: 'denied',
  credentialPause: 'allowed',
  whenDisabled: 'allowed',
  afterEnd: 'allowed',
  apiKey: 'denied',
} as const

/** A write in one shop and mode. */
export const changesShop = {
  sandboxOnly: 'sandbox',
  sharedTill: 'denied',
  withoutFactor: 'denied',
  credentialPause: 'allowed',
  whenDisabled: 'allowed',
  afterEnd: 'denied',
  apiKey: 'denied',
} as const

/** Of the account, or of live mode only: company, owners, bank accounts, invoices, team, activity. */
export const ofAccount = {
  sandboxOnly: 'denied',
  sharedTill: 'denied',
  withoutFactor: 'denied',
  credentialPause: 'allowed',
  whenDisabled: 'allowed',
  afterEnd: 'allowed',
  apiKey: 'denied',
  clock: 'wall',
} as const

/** Of the user only: sign-in, devices, notifications, navigation. */
export const personal = {
  sandboxOnly: 'anyMode',
  sharedTill: 'denied',
  withoutFactor: 'denied',
  credentialPause: 'allowed',
  whenDisabled: 'allowed',
  afterEnd: 'allowed',
  apiKey: 'denied',
  clock: 'wall',
} as const

/** Without a session. */
export const withoutSession = { roles: 'public', credentialPause: 'allowed', apiKey: 'denied', clock: 'wall' } as const

/** By a customer with the link of their checkout. */
export const byCheckoutLink = { roles: 'consumer', credentialPause: 'allowed', apiKey: 'denied', clock: 'shop' } as const

/** Of a call of the shops' API: the kind of key, and the right that a private key needs; null: none. */
export type KeyPolicy = { key: 'publicKey'; right: null } | { key: 'privateKey'; right: KeyRight | null }
