import type { Cart } from '#contract/merchants/preferences'
import { addDays, addMonths, localDate, type LocalDate, madridDay, startOfMadridDay, startOfNextMadridDay } from '#domain/platform/dates'
import type { Handler } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readOffers } from '../../sales/lifecycle/offers.ts'

type Row = { min_cents: bigint | null; max_cents: bigint | null; changed_at: Date; changer: string | null; revision: number }

const numberOf = (value: bigint | null | undefined): number | null => (value == null ? null : Number(value))

/** The current limits, and those of the products that they must lie within. */
export async function readCart(db: Connection, scope: Scope, now: Date): Promise<Cart> {
  const [row, offers] = await Promise.all([
    db.first<Row>(sql`select l.min_cents, l.max_cents, l.changed_at, l.revision, (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = l.changed_by) as changer
      from cart_limits l where ${inScope(scope, 'l')}`),
    readOffers(db, scope, now),
  ])
  return {
    minAmount: numberOf(row?.min_cents),
    maxAmount: numberOf(row?.max_cents),
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row?.changer ?? null,
    revision: row?.revision ?? 0,
    products: offers.map(({ product, minCents, maxCents }) => ({ type: product, minAmount: minCents, maxAmount: maxCents })),
  }
}

/** The shop's cart limits. */
export const cartView: Handler<'cartView'> = ({ db, scope, now }) => readCart(db, scope, now)

/** What limits would have excluded: paid orders of the last whole month and of the last three, by Madrid days. */
export const cartEffect: Handler<'cartEffect'> = async ({ db, scope, query, now }) => {
  const thisMonth = localDate(`${madridDay(now).slice(0, 8)}01`)
  const to = addDays(thisMonth, -1)
  const minCents = query.minAmount ?? 0
  const maxCents = query.maxAmount ?? Number.MAX_SAFE_INTEGER
  const [month, quarter] = await Promise.all(
    [1, 3].map((months) => outsideOf(db, scope, { from: addMonths(thisMonth, -months), to, minCents, maxCents })),
  )
  if (!month || !quarter) throw new Error(`no cart effect for merchant ${scope.merchantId}`)
  return { month, quarter }
}

type Excluding = { from: LocalDate; to: LocalDate; minCents: number; maxCents: number }

async function outsideOf(db: Connection, scope: Scope, { from, to, minCents, maxCents }: Excluding) {
  const row = await db.first<{ orders: number; outside: number; amount: bigint }>(sql`select count(*)::integer as orders,
      count(*) filter (where o.total_cents not between ${minCents} and ${maxCents})::integer as outside,
      coalesce(sum(o.total_cents) filter (where o.total_cents not between ${minCents} and ${maxCents}), 0)::bigint as amount
    from operations o where ${inScope(scope, 'o')} and o.created_at >= ${startOfMadridDay(from)}
      and o.created_at < ${startOfNextMadridDay(to)} and o.captured_cents > 0`)
  return { from, to, orders: row?.orders ?? 0, outside: row?.outside ?? 0, outsideAmount: Number(row?.amount ?? 0) }
}
