import type { WithheldRight } from '../access/teamRights.ts'

/**
 * What a shop's addresses can be told of (docs/domain.md#callbacks-and-webhooks). Written by the triggers of migrations 0033, 0048 and 0052, in the transaction
 * that makes it true.
 */
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
 * The rights that an address stands for: it is told what only people with the right see, and whoever has its secret can tell the shop's server that
 * an order is confirmed.
 */
export function rightsOfEvents(events: readonly string[]): WithheldRight[] {
  const about = (subject: string) => events.some((event) => event.startsWith(`${subject}.`))
  return [
    ...(about('operation') ? (['capture'] as const) : []),
    ...(about('settlement') ? (['settlements'] as const) : []),
    ...(about('report') ? (['reports'] as const) : []),
  ]
}

/** What somebody sends by hand to try an address; no address chooses it. */
export const webhookTest = 'webhook.test'
export type SentType = WebhookType | typeof webhookTest

/** Addresses of a shop in a mode. */
export const MOST_WEBHOOKS = 10
/** For so long after a renewal the old secret signs too, unless it leaked. */
export const SECRET_OVERLAP_HOURS = 24
/** For so long what was sent is told. */
export const WEBHOOKS_KEPT_DAYS = 30
/** An address where nothing has arrived for so long is turned off. */
export const WEBHOOK_GIVE_UP_MS = 3 * 86_400_000

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** Between one try and the next, at most: together less than three days (after the recommendation of Standard Webhooks 1.0). */
const restsMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour]
/** The part of a rest that chance takes away, so that what failed together does not come back together. */
const jitter = 0.1

/** How long a message rests after so many failed tries; null: it is given up. `chance`: from 0 to 1. */
export function restAfter(failedTries: number, chance: number): number | null {
  const rest = restsMs[failedTries - 1]
  return rest === undefined ? null : Math.round(rest * (1 - jitter * chance))
}

/** What an answer means: `gone` is the receiver's way to say that it wants no more (RFC 9110 §15.5.11). */
export function outcomeOf(status: number): 'delivered' | 'gone' | 'failed' {
  if (status === 410) return 'gone'
  return status >= 200 && status < 300 ? 'delivered' : 'failed'
}

/** The text that is signed: what arrives under another id, at another time or changed does not fit (Standard Webhooks 1.0). */
export const signedText = (id: string, timestampSeconds: number, body: string): string => `${id}.${timestampSeconds}.${body}`
