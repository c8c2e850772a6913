import type { BalanceKind, BalanceMovement, PaymentSubject } from '#domain/money/cardBalance'
import { type LocalDate, madridDay } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** Movements that are written by one statement, at most. */
const batchSize = 1_000

/** Stores movements that are not known yet; what is known stays as it was first read. */
export async function storeMovements(db: Connection, provider: string, movements: readonly BalanceMovement[], readAt: Date): Promise<void> {
  for (let from = 0; from < movements.length; from += batchSize) {
    const batch = movements.slice(from, from + batchSize)
    const of = <Value>(read: (one: BalanceMovement) => Value): Value[] => batch.map(read)
    await db.run(sql`insert into card_movements (provider, reference, kind, about, about_id, merchant_id, operation_id, amount_cents, fee_cents, net_cents, currency, at, day, read_at)
      select ${provider}::text, m.reference, m.kind, m.about, m.about_id, m.merchant_id, m.operation_id, m.amount, m.fee, m.amount - m.fee, m.currency, m.at, m.day, ${readAt}::timestamptz
      from unnest(${of((one) => one.reference)}::text[], ${of((one) => one.kind)}::text[], ${of((one) => one.about?.type ?? null)}::text[],
        ${of((one) => one.about?.id ?? null)}::text[], ${of((one) => one.merchantId)}::uuid[], ${of((one) => one.operationId)}::uuid[], ${of((one) => one.amountCents)}::bigint[],
        ${of((one) => one.feeCents)}::bigint[], ${of((one) => one.currency)}::text[], ${of((one) => one.at)}::timestamptz[], ${of((one) => madridDay(one.at))}::date[])
        m (reference, kind, about, about_id, merchant_id, operation_id, amount, fee, currency, at, day)
      on conflict (provider, reference) do nothing`)
  }
}

type Row = {
  reference: string
  kind: BalanceKind
  about: PaymentSubject['type'] | null
  about_id: string | null
  merchant_id: string | null
  operation_id: string | null
  amount_cents: bigint
  fee_cents: bigint
  currency: string
  at: Date
}

const movementOf = (row: Row): BalanceMovement => ({
  reference: row.reference,
  kind: row.kind,
  about: row.about && row.about_id ? { type: row.about, id: row.about_id } : null,
  merchantId: row.merchant_id,
  operationId: row.operation_id,
  amountCents: Number(row.amount_cents),
  feeCents: Number(row.fee_cents),
  currency: row.currency,
  at: row.at,
})

/** A card provider names no operation with a dispute: ours is known by its reference. */
const withPlace = (where: Sql): Sql =>
  sql`select m.reference, m.kind, m.about, m.about_id, coalesce(m.merchant_id, q.merchant_id) as merchant_id, coalesce(m.operation_id, q.operation_id) as operation_id,
      m.amount_cents, m.fee_cents, m.currency, m.at
    from card_movements m left join card_dispute_queue q on m.about = 'dispute' and q.provider = m.provider and q.reference = m.about_id where ${where}`

/** All movements of a day in Madrid. */
export const movementsOfDay = async (db: Connection, provider: string, day: LocalDate): Promise<BalanceMovement[]> =>
  (await db.rows<Row>(withPlace(sql`m.provider = ${provider} and m.day = ${day}`))).map(movementOf)

/** All movements of some operations, and of some disputes. */
export async function movementsOf(
  db: Connection,
  provider: string,
  { operationIds, disputes }: { operationIds: readonly string[]; disputes: readonly string[] },
): Promise<BalanceMovement[]> {
  const rows = await db.rows<Row>(sql`${withPlace(sql`m.provider = ${provider} and m.operation_id = any(${operationIds}::uuid[])`)}
    union all ${withPlace(sql`m.provider = ${provider} and m.about = 'dispute' and m.about_id = any(${disputes}::text[]) and m.operation_id is null`)}`)
  return rows.map(movementOf)
}
