import type { LocalDate } from '#domain/platform/dates'
import { addDays, daysBetween } from '#domain/platform/dates'
import { weeksBefore } from '#domain/merchants/weeklyEmail'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { addSales, noSales, rateOf, readSaleDays, type SaleSums, shopFigures } from '../../sales/lifecycle/readFigures.ts'

/** A week as the page of figures has it; amounts in cents, `paid` null when the reader may not see settlements. */
export type Week = {
  from: LocalDate
  to: LocalDate
  operations: number
  sold: number
  refunds: number
  refundedShare: number | null
  paid: number | null
  /** Sold by day, from Monday. */
  days: readonly { on: LocalDate; sold: number }[]
}
export type WeeklyFigures = {
  /** Oldest first; the last one is the week that the e-mail is about. */
  weeks: readonly Week[]
  /** Operations that the shop must confirm or capture now. */
  waiting: { count: number; amount: number }
}

/** How a shop's last weeks were, from the daily figures. */
export async function readWeeks(db: Connection, scope: Scope, monday: LocalDate, seesPayouts: boolean): Promise<WeeklyFigures> {
  const weeks = weeksBefore(monday)
  const range = { from: weeks[0]?.from ?? monday, to: addDays(monday, -1) }
  const [sales, payouts, waiting] = await Promise.all([
    readSaleDays(db, shopFigures(inScope(scope, 'd')), range),
    seesPayouts
      ? db.rows<{ on: LocalDate; paid: number }>(
          sql`select s.value_on as on, s.net_cents::float8 as paid from settlements s where ${inScope(scope, 's')} and s.value_on between ${range.from} and ${range.to}`,
        )
      : null,
    db.first<{
      many: number
      cents: number | null
    }>(sql`select count(*)::integer as many, sum(o.total_cents)::float8 as cents from operations o
      where ${inScope(scope, 'o')} and o.substatus = 'pending_merchant'`),
  ])
  return {
    weeks: weeks.map((week) => weekOf(week, sales, payouts)),
    waiting: { count: waiting?.many ?? 0, amount: waiting?.cents ?? 0 },
  }
}

type Payout = { on: LocalDate; paid: number }

function weekOf({ from, to }: { from: LocalDate; to: LocalDate }, sales: ReadonlyMap<string, SaleSums>, payouts: Payout[] | null): Week {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth))
  const sums = addSales(days.map((on) => sales.get(on) ?? noSales))
  const refunds = sums.refunded_cents + sums.cancelled_cents
  return {
    from,
    to,
    operations: sums.sold,
    sold: sums.captured_cents,
    refunds,
    refundedShare: rateOf(refunds, sums.captured_cents),
    paid: payouts && payouts.filter(({ on }) => on >= from && on <= to).reduce((all, { paid }) => all + paid, 0),
    days: days.map((on) => ({ on, sold: sales.get(on)?.captured_cents ?? 0 })),
  }
}

/** Whether nothing was sold, refunded or paid in a week. */
export const isQuiet = ({ operations, sold, refunds, paid }: Week): boolean =>
  operations === 0 && sold === 0 && refunds === 0 && (paid ?? 0) === 0
