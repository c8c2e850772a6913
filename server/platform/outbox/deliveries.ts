import { outcomeOf, webhookTest } from '#domain/merchants/webhook'
import { hexOf } from '../calls/wire.ts'
import type { Connection } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { type Entry, isLastAttempt, type OutboxKind } from './outboxKinds.ts'
import type { Outcome } from './outcome.ts'
import type { Batch } from './sender.ts'

/** A message of a delivery. */
export type StoredMessage = { message_id: string; type: string; happened_at: Date; data: unknown }

/** `webhook-id`: the same at every attempt and at every address. */
export const messageIdOf = ({ message_id }: Pick<StoredMessage, 'message_id'>): string => `msg_${hexOf(message_id)}`

/** The body; byte for byte the same at every attempt where its data is stored with the delivery. */
export const messageBody = ({ type, happened_at, data }: Omit<StoredMessage, 'message_id'>): string =>
  JSON.stringify({ type, timestamp: happened_at.toISOString(), data })

/** An attempted message, by the id of its delivery, and the result. */
export type Attempt<K extends OutboxKind> = {
  id: string
  type: string
  entry: Entry<K>
  ms: number
  status: number | null
  answer: string | null
  problem: string | null
}
export type DeliveryResult<K extends OutboxKind> = Attempt<K> & { outcome: 'delivered' | 'gone' | 'failed'; isRetried: boolean }

/** A test is sent once. */
export function resultOf<K extends OutboxKind>(tried: Attempt<K>): DeliveryResult<K> {
  const outcome = tried.status === null ? 'failed' : outcomeOf(tried.status)
  const isRetried = outcome !== 'delivered' && tried.type !== webhookTest && !isLastAttempt(tried.entry.kind, tried.entry.attempts)
  return { ...tried, outcome, isRetried }
}

type Log<K extends OutboxKind> = {
  /** The table of deliveries. */
  table: Sql
  /** Which of its rows `d` may be changed. */
  where: Sql
  store: Batch<K>['store']
  now: Date
}

/**
 * Stores the results of messages in their log and in the outbox, in the caller's transaction and without waiting. All of a batch or none: no receiver can send
 * what the log refuses, as its answer is a number and 300 characters without control characters.
 */
export function storeDeliveries<K extends OutboxKind>(
  db: Connection,
  results: readonly DeliveryResult<K>[],
  { table, where, store, now }: Log<K>,
): void {
  db.send(sql`update ${table} d set state = r.state, attempts = d.attempts + 1, tried_at = ${now}, status = r.status, answer = r.answer, problem = r.problem, ms = r.ms
    from unnest(${results.map(({ id }) => id)}::uuid[], ${results.map(stateOf)}::text[], ${results.map(({ status }) => status)}::smallint[],
      ${results.map(({ answer }) => answer)}::text[], ${results.map(({ problem }) => problem)}::text[], ${results.map(({ ms }) => ms)}::integer[]) r (id, state, status, answer, problem, ms)
    where ${where} and d.id = r.id`)
  store(db, new Map(results.map((one) => [one.entry, outboxOutcome(one)])))
}

const stateOf = <K extends OutboxKind>({ outcome, isRetried }: DeliveryResult<K>) =>
  outcome === 'delivered' ? 'delivered' : isRetried ? 'waiting' : 'failed'

function outboxOutcome<K extends OutboxKind>({ outcome, type, status, problem }: DeliveryResult<K>): Outcome {
  if (outcome === 'delivered') return 'sent'
  return type === webhookTest ? 'withheld' : { failed: problem ?? `status ${status}` }
}

type Outcomes<K extends OutboxKind> = ReadonlyMap<Entry<K>, Outcome>
/** Nothing is sent: its cause has ended. */
export const withheld = <K extends OutboxKind>(entries: Batch<K>['entries']): Outcomes<K> =>
  new Map(entries.map((entry) => [entry, 'withheld'] as const))
export const mergedOutcomes = <K extends OutboxKind>(...parts: readonly Outcomes<K>[]): Outcomes<K> =>
  new Map(parts.flatMap((part) => [...part]))
