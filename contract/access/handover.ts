import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { everyone, ofAccount, owners } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** Handing ownership of the account over to another person, by consent of both. */
const path = '/v2/ownership-handover'
const itemPath = `${path}/{handoverId}` as const

const side = z.strictObject({ id: hexId, name: z.string(), email: z.string() })

/** `lapsed`: nobody answered within a week. `void`: when it was due it was no longer possible. */
export const handover = z.strictObject({
  id: hexId,
  state: z.enum(['offered', 'accepted', 'done', 'declined', 'cancelled', 'void', 'lapsed']),
  from: side,
  to: side,
  offeredAt: instant,
  expiresAt: instant,
  acceptedAt: z.nullable(instant),
  /** When ownership changes, or changed. */
  effectiveAt: z.nullable(instant),
  endedAt: z.nullable(instant),
})
export type Handover = z.output<typeof handover>

/** The account's latest handover, for its owners and for its recipient; null for everybody else. */
export const handoverView = endpoint({
  name: 'handoverView',
  method: 'GET',
  path,
  summary: 'Traspaso de la titularidad',
  policy: { ...ofAccount, roles: everyone, right: null },
  answers: { 200: z.strictObject({ handover: z.nullable(handover) }) },
  refusals: [],
})

export const handoverOffer = endpoint({
  name: 'handoverOffer',
  method: 'POST',
  path,
  summary: 'Ofrecer la titularidad a otra persona',
  policy: { ...ofAccount, roles: owners, right: null, credentialPause: 'denied' },
  body: z.strictObject({ userId: hexId }),
  answers: { 201: handover },
  refusals: ['StepUpRequired', 'HandoverNotAllowed'],
})

/** By its recipient. It takes effect days later. */
export const handoverAccept = endpoint({
  name: 'handoverAccept',
  method: 'POST',
  path: `${itemPath}/accept`,
  summary: 'Aceptar la titularidad',
  policy: { ...ofAccount, roles: everyone, right: null, credentialPause: 'denied' },
  answers: { 200: handover },
  refusals: ['StepUpRequired', 'HandoverNotAllowed'],
})

/** By its recipient. */
export const handoverDecline = endpoint({
  name: 'handoverDecline',
  method: 'POST',
  path: `${itemPath}/decline`,
  summary: 'Rechazar la titularidad',
  policy: { ...ofAccount, roles: everyone, right: null },
  answers: { 200: handover },
  refusals: ['HandoverNotAllowed'],
})

/** By any owner, until it has taken effect. */
export const handoverCancel = endpoint({
  name: 'handoverCancel',
  method: 'POST',
  path: `${itemPath}/cancel`,
  summary: 'Detener un traspaso de la titularidad',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: { 200: handover },
  refusals: ['HandoverNotAllowed'],
})
