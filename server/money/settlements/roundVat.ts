import { randomUUID } from 'node:crypto'
import { isLocalDate, localDate, type LocalDate } from '#domain/platform/dates'
import { invoicePeriod } from '#domain/money/invoice'
import { basisPoints, cents, ZERO } from '#domain/platform/money'
import { cutOffOf, roundingLine } from '#domain/money/settlement'
import type { UninvoicedCharges } from '#domain/money/settlementForecast'
import type { Tax, TaxTerritory } from '#domain/money/taxTerritory'
import { chargesOf, settlementRounding, type TaxedLines } from '#domain/money/vatRounding'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { lineTax } from '../ledger/lineTax.ts'
import { minimumFeePostings, postJournal } from '../ledger/postings.ts'

/** A settlement that is being written, with its lines so far. */
type Rounded = { id: string; valueOn: LocalDate; now: Date; lines: readonly TaxedLines[] }

/**
 * Charges or refunds, as lines of a settlement with their ledger journals, the difference between the VAT of all settlements of its invoice and the VAT of
 * their total base, so that the invoice's VAT is exact at any time; returns the lines. To be called after all other charges.
 */
export async function roundVat(db: Connection, scope: Scope, { id, valueOn, now, lines }: Rounded): Promise<TaxedLines[]> {
  const { merchantId, mode } = scope
  const { from } = invoicePeriod(valueOn, await readInvoicedUntil(db, scope))
  const earlier = await uninvoicedCharges(db, scope, { only: null, from, before: valueOn })
  const rounding = settlementRounding([...earlier, ...lines.map(chargesOf)])
  for (const { tax, vatCents } of rounding) {
    await db.run(sql`insert into settlement_lines (merchant_id, mode, id, kind, vat_bps, tax_territory, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on, settlement_id)
      values (${merchantId}, ${mode}, ${randomUUID()}, 'vat_rounding', ${tax.rate}, ${tax.territory}, 0, 0, ${vatCents}, 0, ${-vatCents}, ${new Date(cutOffOf(valueOn).getTime() - 1)}, ${valueOn}, ${id})`)
    await postJournal(db, scope, {
      kind: 'vat_rounding',
      operationId: null,
      at: now,
      lines: minimumFeePostings({ feeCents: ZERO, vatCents }),
    })
  }
  return rounding.map(({ tax, vatCents }) => ({ ...roundingLine(vatCents), many: 1, tax }))
}

/** Last day that is invoiced to the shop; null: none, as in test mode, where nothing ever is. */
export async function readInvoicedUntil(db: Connection, { merchantId, mode }: Scope): Promise<LocalDate | null> {
  if (mode === 'sandbox') return null
  const turn = await db.first<{ until: string }>(
    sql`select t.invoiced_until as until from invoice_runs t where t.merchant_id = ${merchantId}`,
  )
  return turn && isLocalDate(turn.until) ? localDate(turn.until) : null
}

type Row = { value_on: string; territory: TaxTerritory; rate: number; many: number; base: string; vat: string }

/**
 * Charges of a shop's settlements that are on no invoice, from one value date (null: any) until before another (null: any), by tax. A settlement of one tax
 * tells them by its own sums; the lines of others are read. `only`: the one tax that the merchant was ever charged, so that no line has to be read; null: there may be several.
 */
export async function uninvoicedCharges(
  db: Connection,
  scope: Scope,
  { only, from, before }: { only: Tax | null; from: LocalDate | null; before: LocalDate | null },
): Promise<UninvoicedCharges[]> {
  const condition = sql`${inScope(scope, 's')} and s.invoice_id is null and s.value_on >= ${from ?? '-infinity'} and s.value_on < ${before ?? 'infinity'}`
  const summed = (territory: Sql, rate: Sql) => sql`select s.value_on, ${territory} as territory, ${rate} as rate,
        s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.vat_rounding_count + s.chargeback_count as many,
        -(s.fees_cents + s.fee_refunds_cents + s.minimum_fees_cents + s.dispute_fees_cents)::numeric as base, -(s.vat_cents + s.vat_refunds_cents)::numeric as vat
      from settlements s where ${condition}`
  const { territory, rate, joined } = lineTax(scope, null)
  const rows = await db.rows<Row>(
    only
      ? summed(sql`coalesce(s.only_tax_territory, ${only.territory})`, sql`coalesce(s.only_vat_bps, ${only.rate})`)
      : sql`${summed(sql`s.only_tax_territory`, sql`s.only_vat_bps`)} and s.only_vat_bps is not null
      union all select s.value_on, ${territory}, ${rate}, count(*)::integer, sum(l.fee_cents), sum(l.vat_cents)
      from settlements s join settlement_lines l on ${inScope(scope, 'l')} and l.settlement_id = s.id ${joined}
      where ${condition} and s.only_vat_bps is null and l.kind <> 'repayment' group by 1, 2, 3`,
  )
  return rows.map((row) => ({
    valueOn: localDate(row.value_on),
    tax: { territory: row.territory, rate: basisPoints(row.rate) },
    count: row.many,
    baseCents: cents(Number(row.base)),
    vatCents: cents(Number(row.vat)),
  }))
}
