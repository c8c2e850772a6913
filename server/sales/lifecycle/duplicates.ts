import { createHash } from 'node:crypto'
import type { Substatus } from '#domain/sales/operations/lifecycle'
import type { Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** The criteria by which two orders of one shop count as alike (docs/domain.md#duplicate-orders). */
export type SimilarityCriteria = {
  mid: string | null
  totalCents: Cents
  email: string
  phone: string | null
  documentNumber: string | null
  /** Excludes an order that is about to end, or the order itself. */
  exceptId?: string | undefined
  now: Date
}

/** Minutes within which a second order of the same person and amount counts as a duplicate. */
const SAME_PERSON_MINUTES = 30

/** The similar orders that are still open or accepted; `samePerson` is the latest with another order number. */
type SimilarOrders = { accepted: string | null; pendingMerchant: string | null; pendingCustomer: string[]; samePerson: string | null }

/**
 * Takes advisory locks so that orders which could be alike are processed one at a time until the transaction ends; does not wait for the answer. Always taken
 * in the same order and before any row lock, to avoid deadlocks.
 */
export function lockSimilarOrders(
  db: Connection,
  scope: Scope,
  { mid, totalCents, email, phone, documentNumber }: SimilarityCriteria,
): void {
  const subjects = [
    mid === null ? '' : `mid/${mid}`,
    documentNumber === null ? '' : `document/${documentNumber}/${totalCents}`,
    phone === null ? '' : `phone/${phone}/${totalCents}`,
    email === '' || phone === null ? '' : `person/${email}/${phone}/${totalCents}`,
  ]
  const keys = subjects
    .filter((subject) => subject !== '')
    .map((subject) => createHash('sha256').update(`order/${scope.merchantId}/${scope.mode}/${subject}`).digest().readBigInt64BE())
  for (const key of keys.toSorted((a, b) => (a < b ? -1 : 1))) db.send(sql`select pg_advisory_xact_lock(${key}::bigint)`)
}

/** Finds similar orders that are in process or accepted, by any order number that they had; call under `lockSimilarOrders`, so that no new one appears meanwhile. */
export async function findSimilarOrders(db: Connection, scope: Scope, criteria: SimilarityCriteria): Promise<SimilarOrders> {
  const { mid, totalCents, email, phone, documentNumber, exceptId = null, now } = criteria
  const since = new Date(now.getTime() - SAME_PERSON_MINUTES * 60_000)
  const alive = sql`${inScope(scope, 'o')} and o.category in ('in_process', 'accepted')
    and o.id is distinct from ${exceptId}::uuid`
  const [same, person] = await Promise.all([
    mid === null
      ? []
      : db.rows<{ id: string; substatus: Substatus }>(sql`select o.id, o.substatus from operations o
      where ${alive} and o.id in ${idsByOrderNumber(scope, mid)} order by o.id`),
    db.rows<{ id: string }>(sql`select o.id from operations o where ${alive} and o.total_cents = ${totalCents} and o.created_at > ${since}
        and (o.document_number = ${documentNumber} or (${email} <> '' and o.email = ${email} and o.phone = ${phone}))
        and (${mid}::text is null or o.mid is distinct from ${mid}::text)
      order by o.created_at desc limit 1`),
  ])
  return {
    accepted: same.find((one) => one.substatus.startsWith('payment_'))?.id ?? null,
    pendingMerchant: same.find((one) => one.substatus === 'pending_merchant')?.id ?? null,
    pendingCustomer: same.filter((one) => one.substatus === 'pending_customer').map((one) => one.id),
    samePerson: person[0]?.id ?? null,
  }
}

/** The ids of a shop's operations that have, or once had, an order number; for `in`. `mid`: a value or a column. */
export const idsByOrderNumber = (scope: Scope, mid: string | Sql): Sql =>
  sql`(select b.id from operations b where ${inScope(scope, 'b')} and b.mid = ${mid}
    union all select e.operation_id from earlier_mids e where ${inScope(scope, 'e')} and e.mid = ${mid})`
