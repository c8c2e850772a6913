import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Entry } from '../../platform/outbox/outboxKinds.ts'
import { failureOf, outcomeOf, type Outcome } from '../../platform/outbox/outcome.ts'
import type { SendBatch } from '../../platform/outbox/sender.ts'
import type { SmsOutcome } from './smsProvider.ts'

export type RecordedKind = 'customer_message' | 'refund_message' | 'credit_message'

/** A row of `deliveries`. `generation`: a greater one when the same message is asked for again. */
type Recorded = { delivery_id: string; generation: number }
/** How a message ended, as the shop sees it. */
export type Done = { state: 'sent' | 'failed' | 'not_sent'; problem: 'rejected' | 'unreachable' | 'sandbox' | null }
export type Ending<Row> = { row: Row; done: Done }
export type One<K extends RecordedKind, Row> = { entry: Entry<K>; row: Row }

type Messages<K extends RecordedKind, Row> = {
  /** Of these, those that were not sent yet, and neither rejected nor withheld. */
  read(db: Connection, scope: Scope, deliveryIds: readonly string[]): Promise<Row[]>
  send(services: Services, scope: Scope, one: One<K, Row>): Promise<Done>
  /** Stores in the same transaction, without waiting, what else the endings cause. */
  also?(db: Connection, scope: Scope, endings: readonly Ending<Row>[]): void
}

/** The message has not been sent but may be later. */
class NotDeliveredYet extends Error {
  override name = 'NotDeliveredYet'
}

export const doneOf = (outcome: SmsOutcome): Done =>
  outcome === 'sent' ? { state: 'sent', problem: null } : { state: 'failed', problem: outcome }

/**
 * Sends messages of a shop to customers: text and address are composed now, so that the queue contains neither. How each ended is stored together with its
 * entry, so that the shop never sees as sent what will be sent again.
 */
export const recordedMessages = <K extends RecordedKind, Row extends Recorded>({ read, send, also }: Messages<K, Row>): SendBatch<K> => ({
  async sendBatch(services, { entries, store, ended }) {
    const [{ merchantId, mode } = { merchantId: null, mode: null }] = entries
    const scope = mintScope(merchantId ?? '', mode ?? 'live')
    const ids = entries.map(({ payload }) => payload.deliveryId)
    const rows = new Map((await services.database.read(scope, (db) => read(db, scope, ids))).map((row) => [row.delivery_id, row]))
    const endings: Ending<Row>[] = []
    const one = async (entry: Entry<K>): Promise<Outcome> => {
      const row = rows.get(entry.payload.deliveryId)
      if (!row) return 'withheld'
      const done = await send(services, scope, { entry, row })
      endings.push({ row, done })
      if (done.problem === 'unreachable') throw new NotDeliveredYet(`message ${row.delivery_id} could not be handed over`)
      return done.state === 'sent' ? 'sent' : 'withheld'
    }
    const outcomes = await Promise.all(
      entries.map(async (entry) => {
        const outcome = await outcomeOf(services, entry, () => one(entry))
        ended?.()
        return [entry, outcome] as const
      }),
    )
    const storeThese = (these: typeof outcomes) => {
      const theirIds = new Set(these.map(([{ payload }]) => payload.deliveryId))
      const theirs = endings.filter(({ row }) => theirIds.has(row.delivery_id))
      return services.database.write(scope, async (db) => {
        recordEndings(db, scope, theirs, services.now())
        also?.(db, scope, theirs)
        store(
          db,
          new Map(these),
          these.map(([entry]) => entry),
        )
      })
    }
    await repeated(() => storeThese(outcomes)).catch(async () => {
      // It may be the fault of one of them: the others are not sent again.
      const alone = ([entry, outcome]: (typeof outcomes)[number]) =>
        repeated(() => storeThese([[entry, outcome]])).catch((reason: unknown) => {
          const failed = new Map([[entry, failureOf(services, entry, reason)]])
          return services.database.write(null, async (db) => store(db, failed, [entry]))
        })
      const unstored = (await Promise.allSettled(outcomes.map(alone))).find(({ status }) => status === 'rejected')
      if (unstored?.status === 'rejected') throw unstored.reason
    })
  },
})

const storeAttempts = 3

/** Tries a write more than once, because customers get their messages again if it is not stored that they were sent. */
async function repeated(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write()
    } catch (error) {
      if (attempt === storeAttempts) throw error
    }
  }
}

/** Without waiting. What is to be sent again since it was read stays queued. */
function recordEndings(db: Connection, scope: Scope, endings: readonly Ending<Recorded>[], now: Date): void {
  if (endings.length === 0) return
  db.send(sql`update deliveries d set state = e.state, problem = e.problem, done_at = ${now}
    from unnest(${endings.map(({ row }) => row.delivery_id)}::uuid[], ${endings.map(({ row }) => row.generation)}::integer[],
      ${endings.map(({ done }) => done.state)}::text[], ${endings.map(({ done }) => done.problem)}::text[]) e (id, generation, state, problem)
    where ${inScope(scope, 'd')} and d.id = e.id and d.generation = e.generation`)
}
