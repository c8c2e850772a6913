import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { addDays, localDate, type LocalDate, madridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { expectedSettlements, type ExpectedSettlement } from '#domain/money/settlementForecast'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readOutlook, type LeavingRefund } from './readOutlook.ts'

type Day = AnswerOf<Api['settlementForecast']>['days'][number]

/** How far it looks. */
const FORECAST_DAYS = 30

/** Settlements, captures that would lapse and refunds that leave in the coming days, if nothing more is sold; only days with something. */
export const settlementForecast: Handler<'settlementForecast'> = async ({ db, scope, now }) => {
  const from = madridDay(now)
  const until = addDays(from, FORECAST_DAYS)
  const { outlook, refunds } = await readOutlook(db, scope, { now, until })
  const lapsing = await lapsingCaptures(db, scope, now, until)
  const settlements = new Map(expectedSettlements(outlook, until).map((one) => [one.valueOn, one]))
  const days = new Set<LocalDate>([...settlements.keys(), ...refunds.map(({ on }) => on), ...lapsing.map(({ on }) => on)])
  return {
    from,
    until,
    days: [...days].toSorted().map((on): Day => {
      const settlement = settlements.get(on)
      const lapse = lapsing.find((one) => one.on === on)
      return {
        on,
        settlement: settlement ? settlementOf(settlement) : null,
        captures: { count: lapse?.count ?? 0, amount: lapse?.amount ?? 0 },
        refunds: leaving(refunds.filter((one) => one.on === on)),
      }
    }),
  }
}

const settlementOf = (one: ExpectedSettlement): NonNullable<Day['settlement']> => ({
  netAmount: one.netCents,
  openingBalance: one.openingCents,
  lines: one.linesNetCents,
  minimumFees: one.minimumFeesCents,
  reserveHeld: one.reserveHeldCents,
  reserveReleased: one.releasedCents,
  closingBalance: one.closingCents,
  lineCount: one.lineCount,
})

const leaving = (refunds: readonly LeavingRefund[]): Day['refunds'] => ({
  count: refunds.length,
  amount: refunds.reduce((all, { amountCents }) => all + amountCents, 0),
  netAmount: refunds.reduce((all, { netCents }) => all + netCents, 0),
})

/** What was approved and is not captured, by the day on which it lapses. */
async function lapsingCaptures(db: Connection, { merchantId, mode }: Scope, now: Date, until: LocalDate) {
  const rows = await db.rows<{ on: string; many: number; rest: string }>(sql`
    select (d.due_at at time zone 'Europe/Madrid')::date as on, count(*)::integer as many, sum(o.total_cents - o.voided_cents - o.captured_cents) as rest
    from deadlines d join operations o on o.merchant_id = d.merchant_id and o.mode = d.mode and o.id = d.object_id
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.kind = 'capture' and d.due_at > ${now} and d.due_at < ${startOfNextMadridDay(until)} group by 1`)
  return rows.map(({ on, many, rest }) => ({ on: localDate(on), count: many, amount: Number(rest) }))
}
