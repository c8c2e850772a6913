import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationPath } from './operations.ts'
import { changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** What was sent to a customer about an operation; the address as the caller sees the customer's: masked where it is no longer theirs, a phone also for a guest. */
export const customerMessage = z.strictObject({
  /** A refund's letter has the id of its refund. */
  id: hexId,
  purpose: z.enum(['link', 'code', 'outcome', 'refund']),
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'not_sent']),
  /** Why it failed, or that the test mode sends nothing. */
  problem: z.nullable(z.enum(['rejected', 'unreachable', 'sandbox'])),
  at: instant,
})
export type CustomerMessage = z.output<typeof customerMessage>

/** The newest first; a hundred at most. */
export const customerMessageList = endpoint({
  name: 'customerMessageList',
  method: 'GET',
  path: `${operationPath}/messages`,
  summary: 'Mensajes enviados al cliente',
  policy: { ...readsShop, roles: everyone, right: null, sharedTill: 'allowed', clock: 'wall' },
  background: true,
  answers: { 200: z.array(customerMessage) },
  refusals: [],
})

/** The letter of a refund that went out, once more. */
export const refundReceiptSend = endpoint({
  name: 'refundReceiptSend',
  method: 'POST',
  path: `${operationPath}/refunds/{refundId}/receipt`,
  summary: 'Enviar el justificante de una devolución al cliente',
  policy: { ...changesShop, roles: operators, right: 'refund', sharedTill: 'allowed', clock: 'wall' },
  answers: { 200: customerMessage },
  refusals: ['ResendNotAllowed', 'TooManyRequests'],
})
