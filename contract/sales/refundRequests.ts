import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operation, operationPath } from './operations.ts'
import { refundReason } from './operationVerbs.ts'
import { admins, changesShop, operators, readsShop } from '../platform/policy.ts'
import { amount, amountInput, hexId, instant, typedText } from '../platform/values.ts'

/** Requests to approve refunds beyond the requester's limit. */
const path = `${operationPath}/refund-requests` as const
const itemPath = `${path}/{requestId}` as const

/** `lapsed`: nobody answered within 24 hours. */
export const refundRequestState = z.enum(['pending', 'approved', 'declined', 'withdrawn', 'lapsed'])

export const refundRequest = z.strictObject({
  id: hexId,
  operationId: hexId,
  amount,
  reason: z.nullable(refundReason),
  comment: z.nullable(z.string()),
  merchantReference: z.nullable(z.string()),
  captureId: z.nullable(hexId),
  state: refundRequestState,
  askedBy: z.strictObject({ id: hexId, name: z.string() }),
  askedAt: instant,
  expiresAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  /** Whether the caller's own limits allow approving it now. */
  approvable: z.boolean(),
})
export type RefundRequest = z.output<typeof refundRequest>

/** The requests of an operation, newest first. */
export const refundRequestList = endpoint({
  name: 'refundRequestList',
  method: 'GET',
  path,
  summary: 'Devoluciones que piden aprobación',
  policy: { ...readsShop, roles: operators, right: null, sharedTill: 'allowed', clock: 'shop' },
  answers: { 200: z.array(refundRequest) },
  refusals: [],
})

export const refundRequestCreate = endpoint({
  name: 'refundRequestCreate',
  method: 'POST',
  path,
  summary: 'Pedir aprobación para devolver',
  policy: { ...changesShop, roles: operators, right: 'refund', sharedTill: 'allowed', clock: 'shop' },
  body: z.strictObject({
    amount: amountInput,
    captureId: z.optional(hexId),
    reason: z.optional(refundReason),
    comment: z.optional(typedText(250)),
    merchantReference: z.optional(typedText(64)),
  }),
  answers: { 201: refundRequest },
  refusals: ['RefundNotAllowed', 'RefundAmountExceeded', 'RequestNotAllowed'],
})

/** Makes the refund, once; by somebody else, within their own limits, with a recent password check. */
export const refundRequestApprove = endpoint({
  name: 'refundRequestApprove',
  method: 'POST',
  path: `${itemPath}/approve`,
  summary: 'Aprobar una devolución',
  policy: { ...changesShop, roles: admins, right: 'refund:approve', clock: 'shop' },
  money: true,
  answers: { 200: z.strictObject({ request: refundRequest, operation }) },
  refusals: ['StepUpRequired', 'RefundNotAllowed', 'RefundAmountExceeded', 'RequestNotAllowed', 'PermissionDenied'],
})

export const refundRequestDecline = endpoint({
  name: 'refundRequestDecline',
  method: 'POST',
  path: `${itemPath}/decline`,
  summary: 'Rechazar una devolución',
  policy: { ...changesShop, roles: admins, right: 'refund:approve', clock: 'shop' },
  answers: { 200: refundRequest },
  refusals: ['RequestNotAllowed'],
})

/** Only by the requester. */
export const refundRequestWithdraw = endpoint({
  name: 'refundRequestWithdraw',
  method: 'POST',
  path: `${itemPath}/withdraw`,
  summary: 'Retirar una petición de devolución',
  policy: { ...changesShop, roles: operators, right: 'refund', sharedTill: 'allowed', clock: 'shop' },
  answers: { 200: refundRequest },
  refusals: ['RequestNotAllowed'],
})
