import { z } from 'zod/mini'
import { askableRights } from '#domain/access/teamRights'
import { role } from './account.ts'
import { endpoint } from '../platform/endpoint.ts'
import { admins, everyone, ofAccount } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** Requests for a missing right, answered by somebody who may grant it. */
const path = '/v2/access-requests'
const itemPath = `${path}/{requestId}` as const

const askedRight = z.enum(askableRights)

/** A role and the rights withheld from it. */
const shortAccess = z.strictObject({ role, withheld: z.array(z.string()) })

/** `lapsed`: nobody answered within a week. */
export const accessRequest = z.strictObject({
  id: hexId,
  right: askedRight,
  state: z.enum(['pending', 'granted', 'declined', 'lapsed']),
  person: z.strictObject({ id: hexId, name: z.string(), email: z.string() }),
  askedAt: instant,
  expiresAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  /** The person's present access, and the access they would get; null: there is nothing to grant any more. */
  before: shortAccess,
  after: z.nullable(shortAccess),
  /** Why the caller cannot grant it; null: they can. */
  problem: z.nullable(z.string()),
})
export type AccessRequest = z.output<typeof accessRequest>

/** What the caller can do about a missing right, and the first name of the person it would be requested from. */
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

/** Requests a right; while the same request is pending, it is returned again and nobody is notified twice. */
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
  path: itemPath,
  summary: 'Un permiso que alguien pide',
  policy: { ...ofAccount, roles: admins, right: 'team' },
  answers: { 200: accessRequest },
  refusals: [],
})

/** Grants exactly what was requested, as far as the caller may; after step-up. */
export const accessRequestGrant = endpoint({
  name: 'accessRequestGrant',
  method: 'POST',
  path: `${itemPath}/grant`,
  summary: 'Dar el permiso que alguien pide',
  policy: { ...ofAccount, roles: admins, right: 'team', credentialPause: 'denied' },
  answers: { 200: accessRequest },
  refusals: ['StepUpRequired', 'AccessRequestNotAllowed', 'TeamChangeNotAllowed'],
})

export const accessRequestDecline = endpoint({
  name: 'accessRequestDecline',
  method: 'POST',
  path: `${itemPath}/decline`,
  summary: 'No dar el permiso que alguien pide',
  policy: { ...ofAccount, roles: admins, right: 'team' },
  answers: { 200: accessRequest },
  refusals: ['AccessRequestNotAllowed', 'TeamChangeNotAllowed'],
})
