import { z } from 'zod/mini'
import { preset, role } from './account.ts'
import { endpoint, type AnswerOf } from '../platform/endpoint.ts'
import { pageNumber } from '../platform/page.ts'
import { admins, everyone, ofAccount, operators, owners, personal, withoutSession } from '../platform/policy.ts'
import { amount, amountInput, date, emailText, hexId, instant, properName, revision } from '../platform/values.ts'

/** The people of an account (docs/domain.md#team). */
const path = '/v2/users'

export const memberStatus = z.enum(['invited', 'active', 'disabled', 'expired'])
/** Rights that can be withheld from a person (`domain/access/teamRights.ts`). */
export const withheldRight = z.enum(['sell', 'refund', 'capture', 'settlements', 'invoices', 'reports', 'campaigns'])

export const member = z.strictObject({
  id: hexId,
  email: z.string(),
  /** Empty until the invitation is accepted. */
  firstName: z.string(),
  lastName: z.string(),
  role,
  status: memberStatus,
  /** They may enter every shop of the account; else those of `merchants`, which lists only shops of the caller. */
  allMerchants: z.boolean(),
  merchants: z.array(z.strictObject({ id: hexId, name: z.string() })),
  withheld: z.array(withheldRight),
  /** A sandbox-only member. */
  sandboxOnly: z.boolean(),
  /** The limits of one refund and of all of one day; null: the role's. */
  refundLimit: z.nullable(amount),
  refundDayLimit: z.nullable(amount),
  /** The last day of access, in Madrid; null: unlimited. */
  accessUntil: z.nullable(date),
  lastLogin: z.nullable(instant),
  invitedAt: z.nullable(instant),
  invitedBy: z.nullable(z.string()),
  inviteExpiresAt: z.nullable(instant),
  /** Open sessions. */
  sessions: z.int(),
  /** An owner whom another one is removing, disabling or demoting: any owner can stop it until then. */
  ownerExit: z.nullable(z.strictObject({ how: z.enum(['removed', 'disabled', 'changed']), effectiveAt: instant, askedBy: z.string() })),
  /** Whether the caller may change this person. */
  changeable: z.boolean(),
  /** Of their access. */
  revision,
})
export type Member = z.output<typeof member>

/** A person's requested access. */
const access = {
  role,
  /** Shops that they may enter; empty: all of the account. */
  merchants: z.array(hexId).check(z.maxLength(200)),
  withheld: z.array(withheldRight).check(z.maxLength(7)),
  sandboxOnly: z.boolean(),
  refundLimit: z.nullable(amountInput),
  refundDayLimit: z.nullable(amountInput),
  accessUntil: z.nullable(date),
}

export const teamList = endpoint({
  name: 'teamList',
  method: 'GET',
  path,
  summary: 'Personas de la cuenta',
  policy: { ...ofAccount, roles: operators, right: 'team:read' },
  providerApi: true,
  query: z.object({
    page: pageNumber,
    /** Only the person with exactly this address. */
    email: z.optional(emailText),
  }),
  answers: {
    200: z.strictObject({ results: z.array(member), current: z.int(), total: z.int(), next: z.nullable(z.int()), count: z.int() }),
  },
  refusals: [],
})

/** Several at once with one access; all or none. */
export const teamInvite = endpoint({
  name: 'teamInvite',
  method: 'POST',
  path,
  summary: 'Invitar a la cuenta',
  policy: { ...ofAccount, roles: admins, right: 'team', credentialPause: 'denied' },
  providerApi: true,
  body: z.strictObject({
    emails: z.array(emailText).check(z.minLength(1), z.maxLength(20)),
    role,
    merchants: z._default(access.merchants, []),
    withheld: z._default(access.withheld, []),
    sandboxOnly: z._default(access.sandboxOnly, false),
    refundLimit: z._default(access.refundLimit, null),
    refundDayLimit: z._default(access.refundDayLimit, null),
    accessUntil: z._default(access.accessUntil, null),
  }),
  answers: { 201: z.array(member) },
  refusals: ['StepUpRequired', 'TeamChangeNotAllowed'],
})

/**
 * Fields left out stay unchanged; `revision` may be left out only when nothing but `disabled` is sent. Losing something ends the person's
 * sessions. Demoting an owner takes effect days later (`ownerExit`).
 */
export const teamUpdate = endpoint({
  name: 'teamUpdate',
  method: 'PATCH',
  path: `${path}/{userId}`,
  summary: 'Cambiar el acceso de una persona',
  policy: { ...ofAccount, roles: admins, right: 'team', credentialPause: 'denied' },
  providerApi: true,
  body: z.strictObject({
    role: z.optional(role),
    merchants: z.optional(access.merchants),
    withheld: z.optional(access.withheld),
    sandboxOnly: z.optional(access.sandboxOnly),
    refundLimit: z.optional(access.refundLimit),
    refundDayLimit: z.optional(access.refundDayLimit),
    accessUntil: z.optional(access.accessUntil),
    disabled: z.optional(z.boolean()),
    revision: z.optional(revision),
  }),
  answers: { 200: z.strictObject({ member, endedSessions: z.int() }) },
  refusals: ['StepUpRequired', 'TeamChangeNotAllowed', 'SettingsStale'],
})

export const teamRemove = endpoint({
  name: 'teamRemove',
  method: 'DELETE',
  path: `${path}/{userId}`,
  summary: 'Quitar a una persona de la cuenta',
  policy: { ...ofAccount, roles: admins, right: 'team', credentialPause: 'denied' },
  providerApi: true,
  // `leavesAt`: when an owner leaves; null: at once.
  answers: { 200: z.strictObject({ endedSessions: z.int(), leavesAt: z.nullable(instant) }) },
  refusals: ['StepUpRequired', 'TeamChangeNotAllowed'],
})

/** Cancels the delayed removal of an owner by another one; for any owner, also the one it is about. */
export const teamOwnerExitStop = endpoint({
  name: 'teamOwnerExitStop',
  method: 'DELETE',
  path: `${path}/{userId}/owner-exit`,
  summary: 'Detener la salida de un titular',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: { 204: null },
  refusals: [],
})

/** Sends a new invitation; the previous link becomes invalid. */
export const teamResend = endpoint({
  name: 'teamResend',
  method: 'POST',
  path: `${path}/{userId}/resend-invite`,
  summary: 'Volver a enviar la invitación',
  policy: { ...ofAccount, roles: admins, right: 'team', credentialPause: 'denied' },
  answers: { 200: member },
  refusals: ['TeamChangeNotAllowed'],
})

const place = { id: hexId, merchant: z.strictObject({ id: hexId, name: z.string() }), mode: z.enum(['live', 'sandbox']), created: instant }

/**
 * API keys and webhooks that a person created and that work without them, in shops that the caller may enter. Removing the person does not
 * end them; `keyRevoke` and `webhookUpdate` do.
 */
export const teamCredentials = endpoint({
  name: 'teamCredentials',
  method: 'GET',
  path: `${path}/{userId}/credentials`,
  summary: 'Claves y avisos que hizo una persona y siguen activos',
  policy: { ...ofAccount, roles: admins, right: 'team' },
  answers: {
    200: z.strictObject({
      keys: z.array(z.strictObject({ ...place, kind: z.enum(['public', 'private']), lastFour: z.string(), lastUsed: z.nullable(instant) })),
      webhooks: z.array(z.strictObject({ ...place, url: z.string() })),
    }),
  },
  refusals: [],
})
export type TeamCredentials = AnswerOf<typeof teamCredentials>

const oneTimeToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** What a mailed invitation is for, without consuming it. */
export const invitationView = endpoint({
  name: 'invitationView',
  method: 'POST',
  path: '/v2/{uuid}/invitation',
  summary: 'Ver una invitación',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject({ token: oneTimeToken }),
  answers: {
    200: z.strictObject({
      email: z.string(),
      company: z.string(),
      invitedBy: z.nullable(z.string()),
      role,
      preset,
      /** Empty: every shop. */
      merchants: z.array(z.string()),
      /** They will be a sandbox-only member. */
      sandboxOnly: z.boolean(),
      accessUntil: z.nullable(date),
      expiresAt: instant,
      /** Somebody signs in with this address: they accept with that sign-in (`invitationJoin`). */
      signsIn: z.boolean(),
      /** Nobody has joined the account yet: the provider invites its first owner, by this name. */
      newAccount: z.boolean(),
      firstName: z.string(),
      lastName: z.string(),
    }),
  },
  refusals: [],
})

/** Sets name and password of the invited person; once. */
export const invitationAccept = endpoint({
  name: 'invitationAccept',
  method: 'POST',
  path: '/v2/{uuid}/invitation/accept',
  summary: 'Aceptar una invitación',
  policy: { ...withoutSession, bearer: 'ignored', credentialPause: 'denied' },
  body: z.strictObject({
    token: oneTimeToken,
    firstName: properName(60),
    lastName: properName(80),
    newPassword1: z.string().check(z.minLength(1), z.maxLength(512)),
    newPassword2: z.string().check(z.minLength(1), z.maxLength(512)),
  }),
  answers: { 204: null },
  // TeamChangeNotAllowed: somebody signs in with the address already.
  refusals: ['TeamChangeNotAllowed'],
})

/** Accepts an invitation to another account with the sign-in that the person has. */
export const invitationJoin = endpoint({
  name: 'invitationJoin',
  method: 'POST',
  path: '/v2/{uuid}/invitation/join',
  summary: 'Aceptar una invitación con la sesión abierta',
  policy: { ...personal, roles: everyone, right: null, withoutFactor: 'allowed' },
  body: z.strictObject({ token: oneTimeToken }),
  /** The account that they belong to from now on. */
  answers: { 200: z.strictObject({ accountId: hexId }) },
  refusals: ['LinkReplaced', 'TeamChangeNotAllowed'],
})
