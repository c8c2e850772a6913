import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Entry } from '../../platform/outbox/outboxKinds.ts'
import { failureOf, outcomeOf, type Outcome } from '../../platform/outbox/outcome.ts'
import type { SendBatch } from '../../platform/outbox/sender.ts'
import type { SmsOutcome } from './smsProvider.ts'

type RecordedKind = 'customer_message' | 'refund_message' | 'credit_message'

/** A row of `deliveries`. `generation`: a greater one when the same message is asked for again. */
type Recorded = { delivery_id: string; generation: number }
/** What became of a message, as the shop sees it. */
export type DeliveryState = { state: 'sent' | 'failed' | 'not_sent'; problem: 'rejected' | 'unreachable' | 'sandbox' | null }
/** A message after the attempt to send it. */
export type AttemptedMessage<Row> = { row: Row; delivery: DeliveryState }

type Messages<K extends RecordedKind, Row> = {
  /** Of these, those that were not sent yet, and neither rejected nor withheld. */
  read(db: Connection, scope: Scope, deliveryIds: readonly string[]): Promise<Row[]>
  send(services: Services, scope: Scope, message: { entry: Entry<K>; row: Row }): Promise<DeliveryState>
  /** Stores in the same transaction, without waiting, what else follows. */
  alsoStore?(db: Connection, scope: Scope, messages: readonly AttemptedMessage<Row>[]): void
}

/** The message has not been sent but may be later. */
class NotDeliveredYet extends Error {
  override name = 'NotDeliveredYet'
}

export const deliveryStateOf = (outcome: SmsOutcome): DeliveryState =>
  outcome === 'sent' ? { state: 'sent', problem: null } : { state: 'failed', problem: outcome }

/**
 * Sends messages of a shop to customers: text and address are composed now, so that the queue contains neither. What became of each is stored together with
 * its entry, so that the shop never sees as sent what will be sent again.
 */
export const recordedMessages = <K extends RecordedKind, Row extends Recorded>({
  read,
  send,
  alsoStore,
}: Messages<K, Row>): SendBatch<K> => ({
  async sendBatch(services, { entries, store, ended }) {
    const [{ merchantId, mode } = { merchantId: null, mode: null }] = entries
    const scope = mintScope(merchantId ?? '', mode ?? 'live')
    const ids = entries.map(({ payload }) => payload.deliveryId)
    const rows = new Map((await services.database.read(scope, (db) => read(db, scope, ids))).map((row) => [row.delivery_id, row]))
    const attempted: AttemptedMessage<Row>[] = []
    const sendOne = async (entry: Entry<K>): Promise<Outcome> => {
      const row = rows.get(entry.payload.deliveryId)
      if (!row) return 'withheld'
      const delivery = await send(services, scope, { entry, row })
      attempted.push({ row, delivery })
      if (delivery.problem === 'unreachable') throw new NotDeliveredYet(`message ${row.delivery_id} could not be handed over`)
      return delivery.state === 'sent' ? 'sent' : 'withheld'
    }
    const results = await Promise.all(
      entries.map(async (entry) => {
        const outcome = await outcomeOf(services, entry, () => sendOne(entry))
        ended?.()
        return [entry, outcome] as const
      }),
    )
    const storeResults = (batch: typeof results) => {
      const deliveryIds = new Set(batch.map(([{ payload }]) => payload.deliveryId))
      const messages = attempted.filter(({ row }) => deliveryIds.has(row.delivery_id))
      return services.database.write(scope, async (db) => {
        recordDeliveries(db, scope, messages, services.now())
        alsoStore?.(db, scope, messages)
        store(
          db,
          new Map(batch),
          batch.map(([entry]) => entry),
        )
      })
    }
    const storeAlone = ([entry, outcome]: (typeof results)[number]) =>
      withRetries(() => storeResults([[entry, outcome]])).catch((reason: unknown) => {
        const failed = new Map([[entry, failureOf(services, entry, reason)]])
        return services.database.write(null, async (db) => store(db, failed, [entry]))
      })
    await withRetries(() => storeResults(results)).catch(async () => {
      // It may be the fault of one of them: the others are not sent again.
      const unstored = (await Promise.allSettled(results.map(storeAlone))).find(({ status }) => status === 'rejected')
      if (unstored?.status === 'rejected') throw unstored.reason
    })
  },
})

const storeAttempts = 3

/** Tries a write more than once, because customers get their messages again if it is not stored that they were sent. */
async function withRetries(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      if (attempt === storeAttempts) throw error
    }
  }
}

/** Without waiting. What is to be sent again since it was read stays queued. */
function recordDeliveries(db: Connection, scope: Scope, messages: readonly AttemptedMessage<Recorded>[], now: Date): void {
  if (messages.length === 0) return
  db.send(sql`update deliveries d set state = e.state, problem = e.problem, done_at = ${now}
    from unnest(${messages.map(({ row }) => row.delivery_id)}::uuid[], ${messages.map(({ row }) => row.generation)}::integer[],
      ${messages.map(({ delivery }) => delivery.state)}::text[], ${messages.map(({ delivery }) => delivery.problem)}::text[]) e (id, generation, state, problem)
    where ${inScope(scope, 'd')} and d.id = e.id and d.generation = e.generation`)
}
