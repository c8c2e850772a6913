import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { localDate, type LocalDate, madridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { monthStart, type SettledLine } from '#domain/money/settlement'
import { type ComingLines, type ExpectedSettlement, expectedSettlements, type SettlementOutlook } from '#domain/money/settlementForecast'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { afterRefund, onceCollected, settleRefund } from '../../sales/lifecycle/settleRefund.ts'
import { readBooks } from '../../sales/lifecycle/books.ts'
import { readTax } from '../ledger/readTax.ts'
import { readShop } from './readShop.ts'

/** A held refund that will be released automatically; amounts in cents. */
type HeldRefund = { on: LocalDate; operationId: string; amountCents: number; netCents: number; line: ComingLines }

/** The data for forecasting the settlements of the coming days, and the refunds that will be released until then. */
async function readOutlook(
  db: Connection,
  scope: Scope,
  { now, until }: { now: Date; until: LocalDate },
): Promise<{ outlook: SettlementOutlook; refunds: HeldRefund[] }> {
  const shop = await readShop(db, scope)
  const [lines, held, charged, refunds, tax] = await Promise.all([
    db.rows<{ on: string; kind: SettledLine['kind']; many: number; gross: string; fee: string; vat: string; subsidy: string }>(sql`
      select (l.occurred_at at time zone 'Europe/Madrid')::date as on, l.kind, count(*)::integer as many, sum(l.gross_cents) as gross, sum(l.fee_cents) as fee,
        sum(l.vat_cents) as vat, sum(l.subsidy_cents) as subsidy
      from settlement_lines l where ${inScope(scope, 'l')} and l.settlement_id is null group by 1, 2`),
    db.rows<{
      release_on: string
      held: string
    }>(sql`select s.reserve_release_on as release_on, -sum(s.reserve_held_cents) as held from settlements s
      where ${inScope(scope, 's')} and s.reserve_held_cents < 0 and s.reserve_released_in is null group by 1`),
    db.rows<{
      month: string
      charged: string
      many: number
      base: string
      vat: string
    }>(sql`select date_trunc('month', s.value_on)::date as month, -sum(s.fees_cents + s.fee_refunds_cents) as charged,
        sum(s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count + s.vat_rounding_count + s.chargeback_count)::integer as many,
        -sum(s.fees_cents + s.fee_refunds_cents + s.minimum_fees_cents + s.dispute_fees_cents) as base, -sum(s.vat_cents + s.vat_refunds_cents) as vat
      from settlements s where ${inScope(scope, 's')} and s.value_on >= ${monthStart(shop.lastValueOn ?? until)} group by 1`),
    heldRefunds(db, scope, now, until),
    readTax(db, scope.merchantId, madridDay(now)),
  ])
  const outlook: SettlementOutlook = {
    tax,
    rhythm: shop.rhythm,
    versions: shop.payout.versions,
    minimumFrom: shop.payout.minimumFrom,
    openingCents: shop.openingCents,
    lastValueOn: shop.lastValueOn,
    lines: [
      ...lines.map((one) => ({
        on: localDate(one.on),
        kind: one.kind,
        many: one.many,
        grossCents: Number(one.gross),
        feeCents: Number(one.fee),
        vatCents: Number(one.vat),
        subsidyCents: Number(one.subsidy),
      })),
      ...refunds.map(({ line }) => line),
    ],
    held: held.map((one) => ({ releaseOn: localDate(one.release_on), amountCents: cents(Number(one.held)) })),
    chargedByMonth: new Map(charged.map((one) => [localDate(one.month), cents(Number(one.charged))])),
    vatByMonth: new Map(
      charged.map((one) => [
        localDate(one.month),
        { count: one.many, baseCents: cents(Number(one.base)), vatCents: cents(Number(one.vat)) },
      ]),
    ),
  }
  return { outlook, refunds }
}

/** Held refunds in order of release, each after earlier ones of its operation. An overdue one is released now. */
async function heldRefunds(db: Connection, scope: Scope, now: Date, until: LocalDate): Promise<HeldRefund[]> {
  const end = startOfNextMadridDay(until)
  const operations = await db.rows<{ id: string }>(sql`select distinct r.operation_id as id from deadlines d
    join refunds r on r.merchant_id = d.merchant_id and r.mode = d.mode and r.id = d.object_id and r.state = 'held'
    where ${inScope(scope, 'd')} and d.kind = 'refund_release' and d.due_at < ${end}`)
  const allBooks = await Promise.all(operations.map(async ({ id }) => ({ id, current: await readBooks(db, scope, id, false) })))
  return allBooks.flatMap(({ id, current }) => {
    const leaving: HeldRefund[] = []
    let books = current
    for (const held of current.held) {
      if (held.releaseAt >= end) break
      const at = held.releaseAt > now ? held.releaseAt : now
      books = onceCollected(books, at)
      const settled = settleRefund(books, held, { askedAt: held.createdAt, goesOutAt: at })
      const { feeBackCents, vatBackCents, subsidyBackCents, netCents } = settled.reversal
      const line: ComingLines = {
        on: madridDay(at),
        many: 1,
        kind: settled.whole ? 'cancel' : 'refund',
        grossCents: -settled.amountCents,
        feeCents: -feeBackCents,
        vatCents: -vatBackCents,
        subsidyCents: -subsidyBackCents,
      }
      leaving.push({ on: line.on, operationId: id, amountCents: settled.amountCents, netCents, line })
      books = afterRefund(books, settled, true)
    }
    return leaving
  })
}

/** An approved amount that is not captured, and the day on which it expires. */
type LapsingCapture = { on: LocalDate; operationId: string; amountCents: number }

/** Approved amounts that are not captured, in order of their expiry. */
async function lapsingCaptures(db: Connection, scope: Scope, now: Date, until: LocalDate): Promise<LapsingCapture[]> {
  const rows = await db.rows<{ on: string; id: string; rest: bigint }>(sql`
    select (d.due_at at time zone 'Europe/Madrid')::date as on, o.id, o.total_cents - o.voided_cents - o.captured_cents as rest
    from deadlines d join operations o on o.merchant_id = d.merchant_id and o.mode = d.mode and o.id = d.object_id
    where ${inScope(scope, 'd')} and d.kind = 'capture' and d.due_at > ${now} and d.due_at < ${startOfNextMadridDay(until)} order by d.due_at, o.id`)
  return rows.map(({ on, id, rest }) => ({ on: localDate(on), operationId: id, amountCents: Number(rest) }))
}

/** A day of the forecast, with the operations whose captures expire or whose refunds go out. */
export type ForecastDay = AnswerOf<Api['settlementForecast']>['days'][number] & {
  on: LocalDate
  lapsing: readonly LapsingCapture[]
  leaving: readonly HeldRefund[]
}

/** Settlements, expiring captures and released refunds from now to a day, if nothing more is sold; days without any are omitted. */
export async function readForecast(db: Connection, scope: Scope, now: Date, until: LocalDate): Promise<ForecastDay[]> {
  const [{ outlook, refunds }, captures] = await Promise.all([
    readOutlook(db, scope, { now, until }),
    lapsingCaptures(db, scope, now, until),
  ])
  const settlements = new Map(expectedSettlements(outlook, until).map((one) => [one.valueOn, one]))
  const [lapsingOn, leavingOn] = [Map.groupBy(captures, ({ on }) => on), Map.groupBy(refunds, ({ on }) => on)]
  return [...new Set<LocalDate>([...settlements.keys(), ...leavingOn.keys(), ...lapsingOn.keys()])].toSorted().map((on) => {
    const settlement = settlements.get(on)
    const [lapsing, leaving] = [lapsingOn.get(on) ?? [], leavingOn.get(on) ?? []]
    return {
      on,
      settlement: settlement ? settlementOf(settlement) : null,
      captures: { count: lapsing.length, amount: sumOf(lapsing) },
      refunds: { count: leaving.length, amount: sumOf(leaving), netAmount: leaving.reduce((all, { netCents }) => all + netCents, 0) },
      lapsing,
      leaving,
    }
  })
}

const sumOf = (parts: readonly { amountCents: number }[]): number => parts.reduce((all, { amountCents }) => all + amountCents, 0)

const settlementOf = (one: ExpectedSettlement): NonNullable<ForecastDay['settlement']> => ({
  netAmount: one.netCents,
  openingBalance: one.openingCents,
  lines: one.linesNetCents,
  minimumFees: one.minimumFeesCents,
  reserveHeld: one.reserveHeldCents,
  reserveReleased: one.releasedCents,
  closingBalance: one.closingCents,
  lineCount: one.lineCount,
})
