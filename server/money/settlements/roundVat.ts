import { randomUUID } from 'node:crypto'
import { addDays, isLocalDate, localDate, type LocalDate } from '#domain/platform/dates'
import { monthOf } from '#domain/money/invoice'
import { basisPoints, cents, ZERO } from '#domain/platform/money'
import { cutOffOf, type SettledLine } from '#domain/money/settlement'
import type { TaxTerritory } from '#domain/money/taxTerritory'
import { vatRounding } from '#domain/money/vatRounding'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { lineRate, lineTerritory } from '../ledger/lineTax.ts'
import { minimumFeePostings, postJournal } from '../ledger/postings.ts'

/**
 * Charges or refunds, as lines of a settlement with their ledger journals, the difference between the VAT of all settlements of its invoice and the VAT of
 * their total base, so that the invoice's VAT is exact at any time; returns the lines. To be called after all other charges.
 */
export async function roundVat(
  db: Connection,
  scope: Scope,
  { id, valueOn, now }: { id: string; valueOn: LocalDate; now: Date },
): Promise<SettledLine[]> {
  const { merchantId, mode } = scope
  const { from, to } = await invoicePeriod(db, scope, valueOn)
  const since = from === null ? sql`true` : sql`s.value_on >= ${from}`
  const sums = await db.rows<{
    territory: TaxTerritory
    rate: number
    many: number
    base: string
    vat: string
  }>(sql`select ${lineTerritory} as territory, ${lineRate} as rate,
      count(*)::integer as many, sum(l.fee_cents) as base, sum(l.vat_cents) as vat
    from settlements s join settlement_lines l on l.merchant_id = s.merchant_id and l.mode = s.mode and l.settlement_id = s.id
      left join operations o on o.merchant_id = l.merchant_id and o.mode = l.mode and o.id = l.operation_id
    where ${inScope(scope, 's')} and s.invoice_id is null and s.value_on <= ${to} and ${since} group by 1, 2 order by 1, 2`)
  const rounding = onePerRate(
    vatRounding(
      sums.map(({ territory, rate, many, base, vat }) => ({
        territory,
        vatRate: basisPoints(rate),
        count: many,
        baseCents: cents(Number(base)),
        vatCents: cents(Number(vat)),
      })),
    ),
  )
  for (const { territory, vatRate, vatCents } of rounding) {
    await db.run(sql`insert into settlement_lines (merchant_id, mode, id, kind, vat_bps, tax_territory, gross_cents, fee_cents, vat_cents, subsidy_cents, net_cents, occurred_at, value_on, settlement_id)
      values (${merchantId}, ${mode}, ${randomUUID()}, 'vat_rounding', ${vatRate}, ${territory}, 0, 0, ${vatCents}, 0, ${-vatCents}, ${new Date(cutOffOf(valueOn).getTime() - 1)}, ${valueOn}, ${id})`)
    await postJournal(db, scope, {
      kind: 'vat_rounding',
      operationId: null,
      at: now,
      lines: minimumFeePostings({ feeCents: ZERO, vatCents }),
    })
  }
  return rounding.map(({ vatCents }) => ({ kind: 'vat_rounding', grossCents: 0, feeCents: 0, vatCents, subsidyCents: 0 }))
}

/** A settlement has one rounding of a rate (a unique index): where two territories have the same one, the other waits for the next settlement of the month. */
const onePerRate = <One extends { vatRate: number }>(all: readonly One[]): One[] =>
  all.filter(({ vatRate }, at) => all.findIndex((other) => other.vatRate === vatRate) === at)

/**
 * The value dates of the settlements on the same invoice: those of the month and, if its invoice is the next one to be issued, all earlier ones that were
 * too late for their own (`from` is null).
 */
async function invoicePeriod(
  db: Connection,
  { merchantId }: Scope,
  valueOn: LocalDate,
): Promise<{ from: LocalDate | null; to: LocalDate }> {
  const turn = await db.first<{ until: string }>(
    sql`select t.invoiced_until as until from invoice_runs t where t.merchant_id = ${merchantId}`,
  )
  const until = turn && isLocalDate(turn.until) ? localDate(turn.until) : null
  const month = monthOf(until !== null && until >= valueOn ? addDays(until, 1) : valueOn)
  return { from: until !== null && addDays(until, 1) >= month.from ? null : month.from, to: month.to }
}
