import type { AnswerOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { localDate, type LocalDate, madridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { basisPoints, cents } from '#domain/platform/money'
import { invoicePeriod } from '#domain/money/invoice'
import { monthStart } from '#domain/money/settlement'
import { type ComingLines, type ExpectedSettlement, expectedSettlements, type SettlementOutlook } from '#domain/money/settlementForecast'
import { onlyTax, type TaxTerritory } from '#domain/money/taxTerritory'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { onceCollected } from '../../sales/lifecycle/collection.ts'
import { afterRefund, settleRefund } from '../../sales/lifecycle/settleRefund.ts'
import { readAllBooks } from '../../sales/lifecycle/books.ts'
import { lineTax } from '../ledger/lineTax.ts'
import { readTaxHistory } from '../ledger/readTax.ts'
import { readShop, type SettlingShop } from './readShop.ts'
import { readInvoicedUntil, uninvoicedCharges } from './roundVat.ts'
import { lineSums, type LineSumsRow, taxedLines } from './taxedLines.ts'

/** A held refund that will be released automatically; amounts in cents. */
type HeldRefund = { on: LocalDate; operationId: string; amountCents: number; netCents: number; line: ComingLines }

type Outlook = { outlook: SettlementOutlook; refunds: HeldRefund[] }

/** The data for forecasting a shop's settlements, and the refunds that will be released until a day (null: all). */
async function readOutlook(db: Connection, scope: Scope, shop: SettlingShop, now: Date, until: LocalDate | null): Promise<Outlook> {
  const [taxes, invoicedUntil] = await Promise.all([readTaxHistory(db, scope.merchantId), readInvoicedUntil(db, scope)])
  const only = onlyTax(taxes)
  const { territory, rate, joined } = lineTax(scope, only)
  const lastOn = shop.lastValueOn ?? madridDay(now)
  const [lines, held, charged, uninvoiced, refunds] = await Promise.all([
    db.rows<LineSumsRow & { on: string }>(sql`
      select (l.occurred_at at time zone 'Europe/Madrid')::date as on, l.kind, ${territory} as territory, ${rate} as rate, ${lineSums}
      from settlement_lines l ${joined} where ${inScope(scope, 'l')} and l.settlement_id is null group by 1, 2, 3, 4`),
    db.rows<{
      release_on: string
      held: string
    }>(sql`select s.reserve_release_on as release_on, -sum(s.reserve_held_cents) as held from settlements s
      where ${inScope(scope, 's')} and s.reserve_held_cents < 0 and s.reserve_released_in is null group by 1`),
    db.rows<{ month: string; charged: string }>(sql`
      select date_trunc('month', s.value_on)::date as month, -sum(s.fees_cents + s.fee_refunds_cents) as charged
      from settlements s where ${inScope(scope, 's')} and s.value_on >= ${monthStart(lastOn)} group by 1`),
    uninvoicedCharges(db, scope, { only, from: invoicePeriod(lastOn, invoicedUntil).from, before: null }),
    heldRefunds(db, scope, now, until),
  ])
  const outlook: SettlementOutlook = {
    rhythm: shop.rhythm,
    versions: shop.payout.versions,
    minimumFrom: shop.payout.minimumFrom,
    openingCents: shop.openingCents,
    lastValueOn: shop.lastValueOn,
    lines: [...lines.map((row) => ({ on: localDate(row.on), ...taxedLines(row) })), ...refunds.map(({ line }) => line)],
    held: held.map((one) => ({ releaseOn: localDate(one.release_on), amountCents: cents(Number(one.held)) })),
    chargedByMonth: new Map(charged.map((one) => [localDate(one.month), cents(Number(one.charged))])),
    uninvoiced,
    invoicedUntil,
    taxes,
  }
  return { outlook, refunds }
}

/** Held refunds in order of release, each after earlier ones of its operation, until a day (null: all). An overdue one is released now. */
async function heldRefunds(db: Connection, scope: Scope, now: Date, until: LocalDate | null): Promise<HeldRefund[]> {
  const end = until === null ? null : startOfNextMadridDay(until)
  const operations = await db.rows<{ id: string; territory: TaxTerritory; rate: number }>(sql`
    select distinct o.id, o.tax_territory as territory, o.vat_bps as rate from deadlines d
    join refunds r on ${inScope(scope, 'r')} and r.id = d.object_id and r.state = 'held'
    join operations o on ${inScope(scope, 'o')} and o.id = r.operation_id
    where ${inScope(scope, 'd')} and d.kind = 'refund_release' and d.due_at < ${end ?? 'infinity'}`)
  const taxes = new Map(operations.map(({ id, territory, rate }) => [id, { territory, rate: basisPoints(rate) }]))
  const allBooks = await readAllBooks(db, scope, [...taxes.keys()])
  return allBooks.flatMap((current) => {
    const tax = taxes.get(current.id)
    if (!tax) return []
    const leaving: HeldRefund[] = []
    let books = current
    for (const held of current.held) {
      if (end !== null && held.releaseAt >= end) break
      const at = held.releaseAt > now ? held.releaseAt : now
      books = onceCollected(books, at)
      const settled = settleRefund(books, held, { askedAt: held.createdAt, goesOutAt: at })
      const { feeBackCents, vatBackCents, subsidyBackCents, netCents } = settled.reversal
      const line: ComingLines = {
        on: madridDay(at),
        many: 1,
        tax,
        kind: settled.whole ? 'cancel' : 'refund',
        grossCents: -settled.amountCents,
        feeCents: -feeBackCents,
        vatCents: -vatBackCents,
        subsidyCents: -subsidyBackCents,
      }
      leaving.push({ on: line.on, operationId: current.id, amountCents: settled.amountCents, netCents, line })
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
    from deadlines d join operations o on ${inScope(scope, 'o')} and o.id = d.object_id
    where ${inScope(scope, 'd')} and d.kind = 'capture' and d.due_at > ${now} and d.due_at < ${startOfNextMadridDay(until)} order by d.due_at, o.id`)
  return rows.map(({ on, id, rest }) => ({ on: localDate(on), operationId: id, amountCents: Number(rest) }))
}

/** A day of the forecast, with the operations whose captures expire or whose refunds go out. */
type ForecastDay = AnswerOf<Api['settlementForecast']>['days'][number] & {
  on: LocalDate
  lapsing: readonly LapsingCapture[]
  leaving: readonly HeldRefund[]
}

/** Settlements, expiring captures and released refunds from now to a day, if nothing more is sold; days without any are omitted. */
export async function readForecast(db: Connection, scope: Scope, now: Date, until: LocalDate): Promise<ForecastDay[]> {
  const [{ outlook, refunds }, captures] = await Promise.all([
    readShop(db, scope).then((shop) => readOutlook(db, scope, shop, now, until)),
    lapsingCaptures(db, scope, now, until),
  ])
  const settlements = new Map<LocalDate, ExpectedSettlement>()
  for (const one of expectedSettlements(outlook)) {
    if (one.valueOn > until) break
    settlements.set(one.valueOn, one)
  }
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

/** The next settlement of a shop, if nothing more is sold until its cut-off; null: none is to come. */
export async function readNextSettlement(db: Connection, scope: Scope, shop: SettlingShop, now: Date): Promise<ExpectedSettlement | null> {
  const { outlook } = await readOutlook(db, scope, shop, now, null)
  return expectedSettlements(outlook).next().value ?? null
}

const sumOf = (parts: readonly { amountCents: number }[]): number => parts.reduce((all, { amountCents }) => all + amountCents, 0)

const settlementOf = (settlement: ExpectedSettlement): NonNullable<ForecastDay['settlement']> => ({
  netAmount: settlement.netCents,
  openingBalance: settlement.openingCents,
  lines: settlement.linesNetCents,
  minimumFees: settlement.minimumFeesCents,
  reserveHeld: settlement.reserveHeldCents,
  reserveReleased: settlement.releasedCents,
  closingBalance: settlement.closingCents,
  lineCount: settlement.lineCount,
})
