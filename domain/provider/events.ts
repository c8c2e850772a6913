import { webhookTypes } from '../merchants/webhook.ts'
import type { SuspensionReason } from '../sales/operations/states.ts'

const operationTypes = webhookTypes.filter((type) => type.startsWith('operation.')) as Extract<
  (typeof webhookTypes)[number],
  `operation.${string}`
>[] // filtered by that beginning

/** The events that the provider's own systems are told of (docs/provider-events.md), queued in the transaction of the fact. */
export const providerEventTypes = [
  'application.submitted',
  'document.uploaded',
  'account.created',
  'account.disabled',
  'account.enabled',
  'account.ended',
  'merchant.approved',
  'merchant.rejected',
  'merchant.suspended',
  'merchant.resumed',
  'merchant.closed',
  ...operationTypes,
  'settlement.closed',
  'payout.sent',
  'payout.paid',
  'payout.returned',
  'debit.announced',
  'debit.paid',
  'debit.failed',
  'debit.cancelled',
  'dispute.opened',
  'dispute.closed',
  'credit.opened',
  'credit.sent',
  'credit.paid',
  'credit.returned',
  'credit.account_needed',
  'dispute.inquiry',
  'dispute.funds_withdrawn',
  'dispute.evidence_submitted',
  'dispute.won',
  'dispute.lost',
  'dispute.dismissed',
  'claim.opened',
  'claim.answered',
  'claim.closed',
] as const
export type ProviderEventType = (typeof providerEventTypes)[number]

/** What an event is about: the first word of its type. */
export type ProviderEventSubject = ProviderEventType extends `${infer Subject}.${string}` ? Subject : never
export const subjectOfEvent = (type: ProviderEventType): ProviderEventSubject => type.split('.')[0] as ProviderEventSubject // by the type above

/** The most addresses of one mode. */
export const MAX_PROVIDER_ENDPOINTS = 5
/** How long deliveries are kept. */
export const PROVIDER_EVENTS_KEPT_DAYS = 30

/** The dispute that an entry of an operation's history opens or closes; null: none. `suspended`: why its collection had stopped before. */
export function disputeEvent(event: string, suspended: SuspensionReason | null): 'dispute.opened' | 'dispute.closed' | null {
  if (event === 'dispute_opened') return 'dispute.opened'
  return event === 'hold_lifted' && suspended === 'dispute' ? 'dispute.closed' : null
}
