import type { WebhookType } from '../../merchants/webhook.ts'
import type { Substatus } from './states.ts'

const typeByEvent: Readonly<Partial<Record<string, WebhookType>>> = {
  created: 'operation.created',
  created_with_consent: 'operation.created',
  credit_accepted: 'operation.approved',
  confirmed: 'operation.confirmed',
  confirmed_for_capture: 'operation.confirmed',
  captured: 'operation.captured',
  refund_held: 'operation.refund_held',
  cancellation_held: 'operation.refund_held',
  refund_undone: 'operation.refund_undone',
  cancellation_undone: 'operation.refund_undone',
  partially_refunded: 'operation.refunded',
  debt_refunded: 'operation.refunded',
  fully_refunded: 'operation.refunded',
  cancelled: 'operation.refunded',
  hold_lifted: 'operation.resumed',
  dispute_inquiry: 'operation.disputed',
  card_disputed: 'operation.disputed',
  card_dispute_won: 'operation.dispute_closed',
  card_dispute_lost: 'operation.dispute_closed',
  card_dispute_dismissed: 'operation.dispute_closed',
  consent_confirmed: 'operation.updated',
  bank_linked: 'operation.updated',
  challenge_needed: 'operation.updated',
  bank_link_needed: 'operation.updated',
  rest_voided: 'operation.updated',
  voided: 'operation.updated',
  capture_extended: 'operation.updated',
}

const typeBySubstatus: Readonly<Partial<Record<Substatus, WebhookType>>> = {
  payment_suspended: 'operation.suspended',
  payment_completed: 'operation.completed',
  rejected: 'operation.ended',
  stopped_customer: 'operation.ended',
  stopped_merchant: 'operation.ended',
  stopped_duplicated: 'operation.ended',
}

/**
 * The type of the webhook event that an entry of an operation's history causes, if any: by the entry itself, else by the sub-status that it leads to.
 * `from` is null for the first entry.
 */
export const operationWebhook = (event: string, from: Substatus | null, to: Substatus): WebhookType | null =>
  typeByEvent[event] ?? (from === null || from === to ? null : (typeBySubstatus[to] ?? null))
