import { randomUUID } from 'node:crypto'
import { addDays, type LocalDate } from '#domain/platform/dates'
import { cents, type Cents } from '#domain/platform/money'
import { payoutTermsOn } from '#domain/money/payoutTerms'
import {
  addLines,
  closeSettlement,
  cutOffOf,
  linesNetOf,
  monthEnd,
  nextValueDay,
  noSums,
  periodOf,
  type SettledLine,
} from '#domain/money/settlement'
import { taxOfAllLines, type TaxedLines } from '#domain/money/vatRounding'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { noteChanges } from '../../platform/events/noteChange.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { lineRate, lineTerritory } from '../ledger/lineTax.ts'
import { minimumFeesDue } from '../ledger/minimumFeesDue.ts'
import { minimumFeePostings, postJournal } from '../ledger/postings.ts'
import { settlementChanged } from './settlementChanged.ts'
import { readShop, type SettlingShop } from './readShop.ts'
import { roundVat } from './roundVat.ts'
import { lineSums, type LineSumsRow, taxedLines } from './taxedLines.ts'
import { notifyShop } from './notifyShop.ts'
import type { Services } from '../../platform/calls/call.ts'

/** Dependencies of `settle`. */
export type SettlingServices = Pick<Services, 'database' | 'now' | 'log'>

/** Statement timeout: a busy shop's day may take longer than the default. */
const statementMs = 600_000

/**
 * Creates the next due settlement of one shop in one mode, in one transaction: lines, equation, payout, operations. Null when there is none, or when
 * another process is settling this shop; the shop is then done for this day.
 */
export function settleShop(services: SettlingServices, scope: Scope, until: LocalDate): Promise<{ lines: number } | null> {
  return services.database.write(scope, async (db) => {
    await db.allow(statementMs)
    if (!(await lockShop(db, scope, until))) return null
    const shop = await readShop(db, scope)
    const valueOn = nextValueDay(shop, shop.rhythm)
    if (valueOn === null || valueOn > until) {
      await queuePayouts(db, scope, services.now())
      await markDone(db, scope, until)
      return null
    }
    const lines = await writeSettlement(db, scope, shop, valueOn, services.now())
    // None can follow until then: looking for one would read every line that was just settled.
    if (valueOn === until) await markDone(db, scope, until)
    return { lines }
  })
}

/** Locks the shop's queue entry; false when it is done, or locked by another process. */
async function lockShop(db: Connection, scope: Scope, until: LocalDate): Promise<boolean> {
  const turn = await db.first(
    sql`select from settlement_runs t where ${inScope(scope, 't')} and t.settled_until < ${until} for update skip locked`,
  )
  return turn !== undefined
}

const markDone = (db: Connection, scope: Scope, until: LocalDate) =>
  db.run(sql`update settlement_runs t set settled_until = ${until}, failed_at = null, failure = null where ${inScope(scope, 't')}`)

/** Returns the number of lines. A unique index on the value date refuses a second settlement, whatever the queue says. */
async function writeSettlement(db: Connection, scope: Scope, shop: SettlingShop, valueOn: LocalDate, now: Date): Promise<number> {
  const { merchantId, mode } = scope
  const id = newId(now)
  const period = periodOf(valueOn, shop, shop.rhythm)
  const opened = await db.first<{ reference: string }>(sql`
    insert into settlements (merchant_id, mode, id, reference, value_on, net_cents, period_from, period_to, cut_off_at, created_at)
    values (${merchantId}, ${mode}, ${id}, ${`LIQ-${valueOn.slice(0, 4)}-`} || lpad(nextval('settlement_numbers')::text, 6, '0'), ${valueOn}, 0, ${period.from}, ${period.to},
      ${cutOffOf(valueOn)}, ${now}) returning reference`)
  if (!opened) throw new Error(`settlement of merchant ${scope.merchantId} (${scope.mode}) for ${valueOn}: the insert returned no row`)
  const taken = await takeLines(db, scope, { id, reference: opened.reference, valueOn })
  const minimumFees = await chargeMinimumFees(db, scope, shop, { id, valueOn, now })
  const charged = [...taken, ...minimumFees]
  const lines = [...charged, ...(await roundVat(db, scope, { id, valueOn, now, lines: charged }))]
  const only = taxOfAllLines(lines)
  const releasedCents = await releaseReserve(db, scope, id, valueOn)
  const sums = addLines(noSums, lines)
  const counts = countLines(lines)
  const { openingCents } = shop
  const { reserve } = payoutTermsOn(shop.payout.versions, valueOn)
  const end = closeSettlement({
    openingCents,
    linesNetCents: linesNetOf(sums),
    repaidCents: sums.repaymentsCents,
    reserveRate: reserve.rate,
    releasedCents,
  })
  await db.run(sql`update settlements s set opening_cents = ${openingCents}, repayments_cents = ${sums.repaymentsCents}, sales_cents = ${sums.salesCents}, refunds_cents = ${sums.refundsCents},
      cancellations_cents = ${sums.cancellationsCents}, chargebacks_cents = ${sums.chargebacksCents}, dispute_fees_cents = ${sums.disputeFeesCents}, fees_cents = ${sums.feesCents}, fee_refunds_cents = ${sums.feeRefundsCents}, minimum_fees_cents = ${sums.minimumFeesCents}, vat_cents = ${sums.vatCents},
      vat_refunds_cents = ${sums.vatRefundsCents}, subsidies_cents = ${sums.subsidiesCents}, subsidy_refunds_cents = ${sums.subsidyRefundsCents},
      reserve_held_cents = ${end.reserveHeldCents}, reserve_released_cents = ${releasedCents}, net_cents = ${end.netCents}, closing_cents = ${end.closingCents},
      status = ${end.netCents === 0 ? 'compensated' : 'closed'}, order_count = ${counts.order}, refund_count = ${counts.refund}, cancel_count = ${counts.cancel}, minimum_fee_count = ${counts.fee_minimum}, repayment_count = ${counts.repayment}, vat_rounding_count = ${counts.vat_rounding}, chargeback_count = ${counts.chargeback},
      reserve_release_on = ${end.reserveHeldCents < 0 ? addDays(valueOn, reserve.days) : null}, only_vat_bps = ${only?.rate ?? null}, only_tax_territory = ${only?.territory ?? null}
    where ${inScope(scope, 's')} and s.id = ${id}`)
  settlementChanged(db, scope, { type: 'settlement.closed', id, at: now })
  if (end.closingCents < 0)
    notifyShop(
      db,
      scope,
      { type: 'settlement_negative', id, reference: opened.reference, amountCents: -end.closingCents, at: cutOffOf(valueOn) },
      now,
    )
  await queuePayouts(db, scope, now)
  return lines.reduce((all, { many }) => all + many, 0)
}

function countLines(lines: readonly TaxedLines[]): Record<SettledLine['kind'], number> {
  const counts = { order: 0, refund: 0, cancel: 0, fee_minimum: 0, repayment: 0, vat_rounding: 0, chargeback: 0 }
  for (const { kind, many } of lines) counts[kind] += many
  return counts
}

/** What a settlement takes its lines for. */
type Taking = { id: string; reference: string; valueOn: LocalDate }

/**
 * Adds every unsettled line before the cut-off, and updates the operations: an operation is settled when all that was captured is. Its reference is that of the first
 * settlement that paid it. The taxes of these operations come from that update; those of other lines' operations are joined by the scope's values. Joined by the lines'
 * columns instead, PostgreSQL would estimate a shop a thousand times too small, because row-level security compares them once more, and read the whole shop for each line.
 */
async function takeLines(db: Connection, scope: Scope, { id, reference, valueOn }: Taking): Promise<TaxedLines[]> {
  const cutOff = cutOffOf(valueOn)
  const sums = sql`select l.kind, ${lineTerritory} as territory, ${lineRate} as rate, ${lineSums} from taken l`
  const taken = await db.rows<LineSumsRow>(sql`with taken as (
      update settlement_lines l set settlement_id = ${id}, value_on = ${valueOn}
      where ${inScope(scope, 'l')} and l.settlement_id is null and l.occurred_at < ${cutOff}
      returning l.operation_id, l.kind, l.gross_cents, l.fee_cents, l.vat_cents, l.subsidy_cents, l.vat_bps, l.tax_territory
    ), sold as (
      update operations o set settlement_reference = coalesce(o.settlement_reference, ${reference}),
        settlement_status = case when o.settlement_status = 'pending' and o.last_captured_at < ${cutOff} then 'settled' else o.settlement_status end
      where ${inScope(scope, 'o')} and o.id = any(array(select operation_id from taken where kind = 'order')) returning o.id, o.vat_bps, o.tax_territory
    ), noted as (${noteChanges('operation', scope, sql`select s.id from sold s`)}
    )
    ${sums} join sold o on o.id = l.operation_id group by 1, 2, 3
    union all ${sums} left join operations o on ${inScope(scope, 'o')} and o.id = l.operation_id
      where (l.operation_id in (select s.id from sold s)) is not true group by 1, 2, 3`)
  return taken.map(taxedLines)
}

/** Releases the due reserves of earlier settlements; returns their amount in cents. */
async function releaseReserve(db: Connection, scope: Scope, id: string, valueOn: LocalDate): Promise<Cents> {
  const row = await db.first<{ released: string }>(sql`with freed as (
      update settlements s set reserve_released_in = ${id} where ${inScope(scope, 's')} and s.reserve_held_cents < 0
        and s.reserve_released_in is null and s.reserve_release_on <= ${valueOn} returning s.reserve_held_cents
    ) select coalesce(-sum(reserve_held_cents), 0) as released from freed`)
  return cents(Number(row?.released ?? 0))
}

/** The sum of a settlement's lines, and how many of them have a subsidy. */
type LineSums = { netCents: number; subsidised: number }

/** Sums the net amounts of a settlement's lines, in cents: from the lines, never from the stored terms. */
export async function sumLines(db: Connection, scope: Scope, settlementId: string): Promise<LineSums> {
  const row = await db.first<{ net: string; subsidised: number }>(sql`select coalesce(sum(l.net_cents), 0) as net,
      (count(*) filter (where l.subsidy_cents <> 0))::integer as subsidised
    from settlement_lines l where ${inScope(scope, 'l')} and l.settlement_id = ${settlementId}`)
  return { netCents: Number(row?.net ?? 0), subsidised: row?.subsidised ?? 0 }
}

/**
 * Charges due minimum fees as lines of a settlement, with their ledger journals, in its transaction; returns the lines. A unique index on the month
 * refuses a second one.
 */
async function chargeMinimumFees(
  db: Connection,
  scope: Scope,
  shop: SettlingShop,
  { id, valueOn, now }: { id: string; valueOn: LocalDate; now: Date },
): Promise<TaxedLines[]> {
  const due = await minimumFeesDue(db, scope, shop, valueOn)
  for (const { month, feeCents, vatCents, tax } of due) {
    await db.run(sql`insert into settlement_lines (merchant_id, mode, id, kind, month_from, vat_bps, tax_territory, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on, settlement_id)
      values (${scope.merchantId}, ${scope.mode}, ${randomUUID()}, 'fee_minimum', ${month}, ${tax.rate}, ${tax.territory}, 0, ${feeCents}, ${vatCents}, 0, ${-feeCents - vatCents}, ${monthEnd(month)}, ${valueOn}, ${id})`)
    await postJournal(db, scope, { kind: 'fee_minimum', operationId: null, at: now, lines: minimumFeePostings({ feeCents, vatCents }) })
  }
  return due.map(({ feeCents, vatCents, tax }) => ({
    kind: 'fee_minimum',
    grossCents: 0,
    feeCents,
    vatCents,
    subsidyCents: 0,
    many: 1,
    tax,
  }))
}

/**
 * Makes a payout for each closed settlement of a live shop that has none, to the account that the shop has now; a shop without one is paid
 * once it has, and one whose change of account cools off after being asked for from a new device is paid afterwards (docs/domain.md#bank-accounts). Test
 * mode is never paid.
 */
async function queuePayouts(db: Connection, scope: Scope, now: Date): Promise<void> {
  if (scope.mode !== 'live') return
  const paid = await db.rows<{ id: string }>(sql`with made as (
      insert into payouts (merchant_id, mode, settlement_id, reference, amount_cents, iban, holder_name, value_on)
      select s.merchant_id, s.mode, s.id, s.reference, s.net_cents, b.iban, b.holder_name, s.value_on
      from settlements s join merchants m on m.id = s.merchant_id join bank_accounts b on b.id = m.bank_account_id
      where ${inScope(scope, 's')} and s.status = 'closed' and s.net_cents > 0
        and not ${paymentsPaused}
        and not exists (select from payouts p where p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id)
      returning merchant_id, mode, settlement_id, reference, iban
    ), queued as (
      insert into payout_queue (merchant_id, settlement_id, reference, ask_at) select merchant_id, settlement_id, reference, ${now} from made
    ), known as (
      insert into bank_references (kind, reference, merchant_id) select 'payout', reference, merchant_id from made
    )
    update settlements s set iban_last4 = right(made.iban, 4) from made where s.merchant_id = made.merchant_id and s.mode = made.mode and s.id = made.settlement_id
    returning s.id`)
  for (const { id } of paid) settlementChanged(db, scope, { type: 'payout.queued', id, at: now })
}

/**
 * Whether the shop of a merchant of alias `m` is not paid for now: its account is changing, the change was asked for from a new device and
 * cools off (docs/domain.md#bank-accounts).
 */
export const paymentsPaused: Sql = sql`exists (select from bank_accounts c where c.merchant_id = m.id and c.state = 'cooling' and c.new_device)`
