import type { Connection } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'

/** What each queue's jobs carry: ids only, never personal data or secrets. */
export type Work = {
  /** Something that has fallen due: objects of one shop and mode, all of one kind. */
  deadline: { merchantId: string; mode: Mode; kind: DeadlineKind; objectIds: string[] }
  /** A message to a customer, by the id of its row in `deliveries`. */
  delivery: { merchantId: string; mode: Mode; deliveryId: string }
  /** A file to make, by the id of its row in `reports`. */
  report: { merchantId: string; mode: Mode; reportId: string }
  /** Tells a recipient, by its place in the report's list, that the file is there. */
  report_letter: { merchantId: string; mode: Mode; reportId: string; recipient: number }
  /** An audience to fill, by the id of its row in `audiences`. */
  audience: { merchantId: string; mode: Mode; audienceId: string }
}
export type QueueName = keyof Work

/**
 * What falls due: a checkout, a confirmation, a capture, an instalment, a held refund; a campaign's start, its end, word of it and of what
 * it came to; a request for a refund that nobody answered.
 */
const deadlineKinds = [
  'checkout_expiry',
  'confirmation',
  'capture',
  'instalment',
  'refund_release',
  'campaign_start',
  'campaign_ending',
  'campaign_end',
  'campaign_report',
  'refund_request',
] as const
export type DeadlineKind = (typeof deadlineKinds)[number]

export type Jobs = {
  /** Queues work inside the caller's transaction: it is there when the transaction commits, and not otherwise. */
  send<Q extends QueueName>(db: Connection, queue: Q, work: Work[Q]): Promise<void>
}
