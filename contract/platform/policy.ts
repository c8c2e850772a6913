import type { KeyRight } from '#domain/merchants/keyRights'
import type { Role } from '#domain/access/roles'
import type { TeamRight, WithheldRight } from '#domain/access/teamRights'

type Decision = 'allowed' | 'denied'

/**
 * The team right that a call belongs to. `right`: whoever holds the right makes it. `right:read`: so does whoever may only look. `right:approve`: taken
 * away together with the right, which is whole without it.
 */
export type RightOfCall = TeamRight | `${TeamRight}:read` | `${WithheldRight}:approve`

/** What every call says. */
type Common = {
  /** While the account's credentials are paused, because somebody stopped a change of bank account that nobody of the company asked for. */
  credentialPause: Decision
  /** By a shop's private key, through the shops' API, as an admin of its own shop and mode within its own rights and limits. */
  apiKey: Decision
  /** Whether test mode goes by the shop's own time, which people move forward. What guards (sessions, keys, access) goes by the wall clock. */
  clock: 'wall' | 'shop'
}

/** Of a call that signed-in people of an account make. */
export type MemberPolicy = Common & {
  /** The roles that may make it. */
  roles: readonly Role[]
  /** Null: it belongs to no right that can be shown, asked for or withheld. */
  right: RightOfCall | null
  /** By a member who is limited to test mode: whichever mode is asked for, in test mode alone, or in none. */
  sandboxOnly: 'anyMode' | 'sandbox' | 'denied'
  /** At a shared till. Nothing that asks for the password again, moves keys, accounts or people, or carries data out of the shop. */
  sharedTill: Decision
  /** By somebody who must have a second factor and has not set one up yet. */
  withoutFactor: Decision
  /** On a disabled account; `untilEnd`: denied, but allowed again once the company's relation has ended. */
  whenDisabled: Decision | 'untilEnd'
  /** Once the company's relation has ended: what begins or changes something is denied; files, taking back, stopping and erasing are not. */
  afterEnd: Decision
  /** A write that goes on while somebody looks at the application as another person; every other write is refused then. */
  whileViewing?: 'allowed'
}

/** Of a call that needs no session. */
type PublicPolicy = Common & {
  roles: 'public'
  /** `none`: before there is a session, so the browser sends none. `ignored`: not read, whatever comes. `session`, `link`: read by the call itself. */
  bearer: 'none' | 'ignored' | 'session' | 'link'
}

/** Of a call by the link of one checkout (`consumer`) or by a shop's public key in a page (`publicKey`). */
type ForeignPolicy = Common & { roles: 'consumer' | 'publicKey' }

/** Who may make a call of the panel, and when. Every field is said by every call; nothing about it stands anywhere else. */
export type Policy = MemberPolicy | PublicPolicy | ForeignPolicy

export const isMemberPolicy = (policy: Policy): policy is MemberPolicy => typeof policy.roles !== 'string'

export const everyone = ['owner', 'admin', 'editor', 'guest'] as const
export const operators = ['owner', 'admin', 'editor'] as const
export const admins = ['owner', 'admin'] as const
export const owners = ['owner'] as const

/** A look into one shop and mode. */
export const readsShop = {
  sandboxOnly: 'sandbox',
  sharedTill: 'denied',
  withoutFactor: 'denied',
  credentialPause: 'allowed',
  whenDisabled: 'allowed',
  afterEnd: 'allowed',
  apiKey: 'denied',
} as const

/** A change in one shop and mode. */
export const changesShop = {
  sandboxOnly: 'sandbox',
  sharedTill: 'denied',
  withoutFactor: 'denied',
  credentialPause: 'allowed',
  whenDisabled: 'allowed',
  afterEnd: 'denied',
  apiKey: 'denied',
} as const

/** Of the account, or of real mode alone: company, owners, bank accounts, invoices, team, activity. */
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

/** Of the person alone, or of no business at all: their sign-in, devices, notices, the way around. */
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

/** By a customer, with the link of their checkout. */
export const byCheckoutLink = { roles: 'consumer', credentialPause: 'allowed', apiKey: 'denied', clock: 'shop' } as const

/** Of a call of the shops' API: by which kind of key, and the right that a private key needs for it; null: every key of the kind. */
export type KeyPolicy = { key: 'publicKey'; right: null } | { key: 'privateKey'; right: KeyRight | null }
