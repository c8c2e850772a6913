import type { MoneyInvoice } from '#contract/provider/moneyInvoices'
import { invoiceNumber, monthOf } from '#domain/money/invoice'
import type { TaxTerritory } from '#domain/money/taxTerritory'
import { madridDay } from '#domain/platform/dates'
import { issue } from '../../money/invoices/issue.ts'
import { invoiceFile, invoiceFileName, invoiceMediaTypes } from '../../money/invoices/invoiceFile.ts'
import { numberOf } from '../../money/invoices/invoiceRow.ts'
import { readInvoice } from '../../money/invoices/invoices.ts'
import { type ConsoleHandler, withConsolePreparation } from '../../platform/calls/consoleHandler.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { allOf, sql } from '../../platform/database/sql.ts'
import { readRegister } from './invoiceRegister.ts'
import { cursorParts, dayOf, pageOf, pageRows, searched, shopById, shopColumns, shopOfRow, type ShopRow, shortRun } from './moneyRows.ts'

type Sums = { many: number; base: string; vat: string; exempt: string; total: string }
const sums = sql`count(*)::integer as many, coalesce(sum(i.base_cents), 0) as base, coalesce(sum(i.vat_cents), 0) as vat,
  coalesce(sum(i.exempt_cents), 0) as exempt, coalesce(sum(i.total_cents), 0) as total`
const sumsOf = ({ many, base, vat, exempt, total }: Sums) => ({
  count: many,
  baseAmount: Number(base),
  vatAmount: Number(vat),
  exemptAmount: Number(exempt),
  totalAmount: Number(total),
})
const noSums: Sums = { many: 0, base: '0', vat: '0', exempt: '0', total: '0' }

type Tax = { month: string; territory: TaxTerritory; base: string; vat: string; exempt: string }
const taxOf = ({ territory, base, vat, exempt }: Tax) => ({
  territory,
  baseAmount: Number(base),
  vatAmount: Number(vat),
  exemptAmount: Number(exempt),
})

/** Months that are shown, and shops that wait. */
const maxMonths = 60
const maxWaiting = 100

/** The invoices of each month, and who cannot be invoiced yet. */
export const consoleInvoiceMonths: ConsoleHandler<'consoleInvoiceMonths'> = async ({ db }) => {
  const [months, taxes, register, waiting] = await Promise.all([
    db.rows<
      Sums & { month: string; rectifying: number }
    >(sql`select i.period_from as month, (count(*) filter (where i.kind = 'rectifying'))::integer as rectifying, ${sums}
      from assigned_invoice_numbers i group by i.period_from order by i.period_from desc limit ${maxMonths}`),
    db.rows<Tax>(sql`select n.period_from as month, t.territory, sum(t.base_cents) as base, sum(t.vat_cents) as vat, sum(t.exempt_cents) as exempt
      from assigned_invoice_taxes t join assigned_invoice_numbers n on n.series = t.series and n.year = t.year and n.number = t.number group by 1, 2 order by 1, 2`),
    readRegister(db),
    db.rows<
      ShopRow & { lacks: 'issuer' | 'recipient' }
    >(sql`select ${shopColumns}, t.lacks from invoice_runs t join merchants m on m.id = t.merchant_id
      where t.lacks is not null order by m.name, m.id limit ${maxWaiting}`),
  ])
  return {
    months: months.map(({ month, rectifying, ...row }) => ({
      month,
      rectifying,
      ...sumsOf(row),
      taxes: taxes.filter((one) => one.month === month).map(taxOf),
    })),
    register,
    waiting: waiting.map((row) => ({ shop: shopOfRow(row), lacks: row.lacks })),
  }
}

type Row = ShopRow & {
  id: string
  series: string
  year: number
  number: number
  kind: MoneyInvoice['kind']
  issued_on: string
  period_from: string
  base_cents: bigint
  vat_cents: bigint
  exempt_cents: bigint
  total_cents: bigint
}

const invoiceOf = (row: Row): MoneyInvoice => ({
  id: hexOf(row.id),
  shop: shopOfRow(row),
  number: numberOf(row),
  kind: row.kind,
  issuedOn: row.issued_on,
  month: row.period_from,
  baseAmount: Number(row.base_cents),
  vatAmount: Number(row.vat_cents),
  exemptAmount: Number(row.exempt_cents),
  totalAmount: Number(row.total_cents),
})

/** Invoices of all shops, the newest month first, with the sums of all that match. */
export const consoleInvoiceList: ConsoleHandler<'consoleInvoiceList'> = async ({ db, query: { search, month, cursor } }) => {
  const after = cursor === undefined ? undefined : cursorParts(cursor, /^(\d{4}-\d{2}-\d{2})_([A-Z]{1,8})_(\d{4})_(\d{1,9})$/)
  const number = search && /^([a-z]{1,8})-(\d{4})-0*(\d{1,9})$/i.exec(search)
  const which = allOf([
    ...(number
      ? [sql`i.series = ${(number[1] ?? '').toUpperCase()} and i.year = ${Number(number[2])} and i.number = ${Number(number[3])}`]
      : []),
    ...(search && !number ? [searched(search)] : []),
    ...(month === undefined ? [] : [sql`i.period_from = ${monthOf(dayOf(month, 'month')).from}`]),
  ])
  const older = after
    ? sql`(i.period_from, i.series, i.year, i.number) < (${dayOf(after[0] ?? '', 'cursor')}::date, ${after[1]}, ${Number(after[2])}::integer, ${Number(after[3])}::integer)`
    : sql`true`
  const [rows, all] = await Promise.all([
    db.rows<Row>(sql`select ${shopColumns}, i.invoice_id as id, i.series, i.year, i.number, i.kind, i.issued_on, i.period_from, i.base_cents, i.vat_cents,
        i.exempt_cents, i.total_cents
      from assigned_invoice_numbers i join merchants m on m.id = i.merchant_id where ${which} and ${older}
      order by i.period_from desc, i.series desc, i.year desc, i.number desc limit ${pageRows + 1}`),
    db.first<Sums>(sql`select ${sums} from assigned_invoice_numbers i join merchants m on m.id = i.merchant_id where ${which}`),
  ])
  const { page, next } = pageOf(rows, (row) => `${row.period_from}_${row.series}_${row.year}_${row.number}`)
  return { results: page.map(invoiceOf), sums: sumsOf(all ?? noSums), next }
}

/** A user's id for reading an invoice without a user: the file does not depend on who downloads it. */
const anybody = '00000000-0000-0000-0000-000000000000'

/** One invoice as a file, read in its shop's scope. The download is audited in the shop's account. */
export const consoleInvoiceFile: ConsoleHandler<'consoleInvoiceFile'> = async ({ db, params, query: { format }, services, audit }) => {
  const shop = await shopById(db, params.merchantId)
  const scope = mintScope(shop.merchant_id, 'live')
  const stored = await services.database.read(scope, (shopDb) => readInvoice(shopDb, scope, params.invoiceId, anybody))
  const number = invoiceNumber(stored.series, stored.year, stored.number)
  audit({
    entity: 'invoice',
    entityId: stored.id,
    accountId: shop.account_id,
    merchantId: shop.merchant_id,
    mode: 'live',
    after: { number, format },
  })
  return {
    download: invoiceFile(stored, format, services),
    fileName: invoiceFileName(stored, format),
    mediaType: invoiceMediaTypes[format],
  }
}

/** Issues what is due now, outside of the call's transaction, as the recurring job does. */
export const consoleInvoicesIssue = withConsolePreparation<
  'consoleInvoicesIssue',
  { issued: number; waiting: number; failed: number; complete: boolean }
>(
  async ({ body, services, now }) => {
    const month = body.month === undefined ? undefined : monthOf(dayOf(body.month, 'month'))
    if (month && month.to >= madridDay(now)) throw new Refusal('ApiValidationException', { fields: [problem('month', 'future')] })
    const { isOver, isComplete } = shortRun()
    const { issued, waiting, failed } = await issue(services, month?.to, isOver)
    return { issued, waiting: waiting.length, failed, complete: isComplete() }
  },
  ({ body, audit }, run) => {
    audit({ entity: 'invoice_run', entityId: '', after: { ...body, ...run } })
    return Promise.resolve(run)
  },
)
