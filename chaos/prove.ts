import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from '../bench/figure.ts'
import { brokenLinks } from '../server/platform/audit/brokenLinks.ts'
import { sql } from '../server/platform/database/sql.ts'
import { uuidOf } from '../server/platform/calls/wire.ts'
import { proveBooks } from '../server/money/ledger/proveBooks.ts'
import { asOwner } from '../server/testing/operations/testBooks.ts'
import type { LoadReport } from './load.ts'

type Row = { id: string; operation_id: string }

/**
 * The invariants after every fault: the ledger, the audit chain, each acknowledged refund exactly once and no other, no open
 * transaction, nobody signed out, nobody redirected to the maintenance page, no response later than the client's timeout.
 */
export async function prove(ownerUrl: string, load: LoadReport): Promise<Figure[]> {
  return asOwner(ownerUrl, async (db) => {
    const rows = await db.rows<Row>(sql`select id, operation_id from refunds where state <> 'undone'`)
    const stored = new Map(rows.map(({ id, operation_id: operationId }) => [id, operationId]))
    const acknowledged = [...load.acknowledged].flatMap(([operation, refunds]) => refunds.map((refund) => ({ operation, refund })))
    const lost = acknowledged.filter(({ operation, refund }) => stored.get(uuidOf(refund) ?? '') !== uuidOf(operation)).length
    const hanging = async () =>
      (
        await db.rows(
          sql`select pid from pg_stat_activity where state like 'idle in transaction%' and state_change < now() - interval '2 seconds' and datname = current_database()`,
        )
      ).length
    // Whatever hangs now has done so for two seconds by then; one of a later piece of work, which waits for a processor, is not left.
    await sleep(2_000)
    let left = await hanging()
    for (const giveUpAt = Date.now() + 16_000; Date.now() < giveUpAt && left > 0; left = await hanging()) await sleep(100)
    const none = (name: string, value: number, facts?: Figure['facts']): Figure => ({
      name,
      value,
      unit: '',
      budget: 0,
      ...(facts ? { facts } : {}),
    })
    const broken = await proveBooks(db)
    return [
      none('rules of the books broken', broken.length, broken.length > 0 ? { first: broken[0] ?? '' } : undefined),
      none('links of the audit chain broken', (await brokenLinks(db)).length),
      none('acknowledged refunds lost', lost, { acknowledged: acknowledged.length }),
      none('refunds done that nobody was told of, or twice', rows.length - new Set(acknowledged.map(({ refund }) => refund)).size),
      none('transactions left hanging', left),
      none('people signed out', load.signedOut),
      none('people sent to the maintenance page', load.closed),
      { name: 'longest answer', value: load.longestMs, unit: 'ms', budget: 15_500 },
    ]
  })
}

/** For a server that survives the fault: every request gets a response. */
export const unanswered = ({ unanswered: value }: LoadReport): Figure => ({
  name: 'attempts left without an answer',
  value,
  unit: '',
  budget: 0,
})

/** The numbers of successful and retried requests. */
export const refundCounts = ({ refunds, attempts, unanswered: none, putOff, replayed, lists, failedLists }: LoadReport): Figure => ({
  name: 'refunds',
  value: refunds,
  unit: '',
  facts: { attempts, unanswered: none, putOff, replayed, lists, failedLists },
})

/** Of a fault that is over: by the order of events, so that it holds on a busy machine too, where everything takes longer. */
export const failedAfterwards = ({ failedUndisturbed: value }: LoadReport): Figure => ({
  name: 'requests that began once PostgreSQL accepted connections again, and failed',
  value,
  unit: '',
  budget: 0,
})
