import { z } from 'zod/mini'
import { askableRights } from '#domain/access/teamRights'
import { role } from './account.ts'
import { endpoint } from '../platform/endpoint.ts'
import { admins, everyone, ofAccount } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** Rights that somebody lacks and asks for; whoever may give them answers. */
const path = '/v2/access-requests'
const one = `${path}/{requestId}` as const

const askedRight = z.enum(askableRights)

/** Role and what is left out of it. */
const shortAccess = z.strictObject({ role, withheld: z.array(z.string()) })

/** `lapsed`: nobody answered in a week. */
export const accessRequest = z.strictObject({
  id: hexId,
  right: askedRight,
  state: z.enum(['pending', 'granted', 'declined', 'lapsed']),
  person: z.strictObject({ id: hexId, name: z.string(), email: z.string() }),
  askedAt: instant,
  expiresAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  /** What the person holds, and would hold; null: nothing is to be given any more. */
  before: shortAccess,
  after: z.nullable(shortAccess),
  /** Why the caller cannot give it; null: they can. */
  problem: z.nullable(z.string()),
})
export type AccessRequest = z.output<typeof accessRequest>

/** What the caller can do about a right that they lack, and the first name of whom it would be asked. */
export const accessOffer = endpoint({
  name: 'accessOffer',
  method: 'GET',
  path: `${path}/offer`,
  summary: 'A quién se puede pedir un permiso',
  policy: { ...ofAccount, roles: everyone, right: null },
  query: z.object({ right: askedRight }),
  answers: { 200: z.strictObject({ state: z.enum(['open', 'waiting', 'held', 'nobody']), who: z.nullable(z.string()) }) },
  refusals: [],
})

/** Asks for a right; while the same waits, it is told again and nobody is told twice. */
export const accessRequestCreate = endpoint({
  name: 'accessRequestCreate',
  method: 'POST',
  path,
  summary: 'Pedir un permiso',
  policy: { ...ofAccount, roles: everyone, right: null },
  body: z.strictObject({ right: askedRight }),
  answers: { 201: z.strictObject({ id: hexId, expiresAt: instant }) },
  refusals: ['AccessRequestNotAllowed'],
})

export const accessRequestView = endpoint({
  name: 'accessRequestView',
  method: 'GET',
  path: one,
  summary: 'Un permiso que alguien pide',
  policy: { ...ofAccount, roles: admins, right: 'team' },
  answers: { 200: accessRequest },
  refusals: [],
})

/** Gives exactly what was asked for, as far as the caller may give it; with a fresh password. */
export const accessRequestGrant = endpoint({
  name: 'accessRequestGrant',
  method: 'POST',
  path: `${one}/grant`,
  summary: 'Dar el permiso que alguien pide',
  policy: { ...ofAccount, roles: admins, right: 'team', credentialPause: 'denied' },
  answers: { 200: accessRequest },
  refusals: ['StepUpRequired', 'AccessRequestNotAllowed', 'TeamChangeNotAllowed'],
})

export const accessRequestDecline = endpoint({
  name: 'accessRequestDecline',
  method: 'POST',
  path: `${one}/decline`,
  summary: 'No dar el permiso que alguien pide',
  policy: { ...ofAccount, roles: admins, right: 'team' },
  answers: { 200: accessRequest },
  refusals: ['AccessRequestNotAllowed', 'TeamChangeNotAllowed'],
})
