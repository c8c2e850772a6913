import type { WithheldRight } from '../access/teamRights.ts'

/** The event types of webhooks (docs/domain.md#callbacks-and-webhooks). Queued in the transaction of the change. */
export const webhookTypes = [
  'operation.created',
  'operation.updated',
  'operation.approved',
  'operation.confirmed',
  'operation.captured',
  'operation.refund_held',
  'operation.refund_undone',
  'operation.refunded',
  'operation.completed',
  'operation.suspended',
  'operation.resumed',
  'operation.disputed',
  'operation.dispute_closed',
  'operation.ended',
  'settlement.paid',
  'settlement.returned',
  'report.ready',
  'report.failed',
  'campaign.started',
  'campaign.paused',
  'campaign.ended',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/**
 * The rights that a webhook's events need: it receives what only people with the right see, and whoever has its secret can tell the shop's
 * server that an order is confirmed.
 */
export function rightsOfEvents(events: readonly string[]): WithheldRight[] {
  const about = (subject: string) => events.some((event) => event.startsWith(`${subject}.`))
  return [
    ...(about('operation') ? (['capture'] as const) : []),
    ...(about('settlement') ? (['settlements'] as const) : []),
    ...(about('report') ? (['reports'] as const) : []),
  ]
}

/** The type of a test message; no webhook subscribes to it. */
export const webhookTest = 'webhook.test'
export type SentType = WebhookType | typeof webhookTest

/** The most webhooks of a shop and mode. */
export const MAX_WEBHOOKS = 10
/** How long after a renewal the old secret signs too, unless it leaked. */
export const SECRET_OVERLAP_HOURS = 24
/** How long deliveries are kept. */
export const WEBHOOKS_KEPT_DAYS = 30
/** How long a webhook may fail before it is turned off. */
export const WEBHOOK_GIVE_UP_MS = 3 * 86_400_000

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** The longest delays between attempts: together less than three days (after the recommendation of Standard Webhooks 1.0). */
const retryDelaysMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour]
/** The share of a delay that is random, so that messages that failed together are not retried together. */
const jitter = 0.1

/** The delay after so many failed attempts; null: it is given up. `chance`: from 0 to 1. */
export function retryDelay(failedTries: number, chance: number): number | null {
  const delay = retryDelaysMs[failedTries - 1]
  return delay === undefined ? null : Math.round(delay * (1 - jitter * chance))
}

/** The outcome of an answer's status: `gone` is how a receiver unsubscribes (RFC 9110 §15.5.11). */
export function outcomeOf(status: number): 'delivered' | 'gone' | 'failed' {
  if (status === 410) return 'gone'
  return status >= 200 && status < 300 ? 'delivered' : 'failed'
}

/** The signed text: a message with another id, time or body does not verify (Standard Webhooks 1.0). */
export const signedText = (id: string, timestampSeconds: number, body: string): string => `${id}.${timestampSeconds}.${body}`
