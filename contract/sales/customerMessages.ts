import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationPath } from './operations.ts'
import { changesShop, everyone, operators, readsShop } from '../platform/policy.ts'
import { hexId, instant } from '../platform/values.ts'

/** What a message to a customer is about. */
export const messagePurposes = [
  'link',
  'code',
  'outcome',
  'authenticate',
  'other_card',
  'card_expiring',
  'early',
  'payment_noted',
  'refund',
  'credit_account',
  'credit_paid',
] as const

/** A message sent to a customer about an operation; its address is masked when it is no longer the customer's, and a phone also for a guest. */
export const customerMessage = z.strictObject({
  /** A refund's message has the id of its refund. */
  id: hexId,
  purpose: z.enum(messagePurposes),
  channel: z.enum(['sms', 'email']),
  to: z.string(),
  state: z.enum(['queued', 'sent', 'delivered', 'failed', 'not_sent']),
  /** Why it failed, or that sandbox sends nothing. */
  problem: z.nullable(z.enum(['rejected', 'unreachable', 'undelivered', 'sandbox'])),
  at: instant,
})
export type CustomerMessage = z.output<typeof customerMessage>

/** Newest first; at most 100. */
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

/** Resends the message of a refund that went out. */
export const refundReceiptSend = endpoint({
  name: 'refundReceiptSend',
  method: 'POST',
  path: `${operationPath}/refunds/{refundId}/receipt`,
  summary: 'Enviar el justificante de una devolución al cliente',
  policy: { ...changesShop, roles: operators, right: 'refund', sharedTill: 'allowed', clock: 'wall' },
  answers: { 200: customerMessage },
  refusals: ['ResendNotAllowed', 'TooManyRequests'],
})
