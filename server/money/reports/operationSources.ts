import { allOf, inScope, sql } from '../../platform/database/sql.ts'
import { timeKey } from '../../platform/files/table.ts'
import { tableBatches } from '../../platform/files/tableBatches.ts'
import { exportColumns, exportTable, headingsOf } from '../../sales/lifecycle/exportTable.ts'
import { filterConditions } from '../../sales/lifecycle/filterConditions.ts'
import { readOperationSearch } from '../../sales/lifecycle/operationSearch.ts'
import {
  amount,
  code,
  count,
  currency,
  customer,
  day,
  id,
  inDays,
  itsOperation,
  kindLabels,
  madridDate,
  mid,
  operation,
  product,
  refundLabels,
  type RowSource,
  tableSource,
  typed,
  type RowQuery,
} from './rowSource.ts'

/** Operations, with the columns, filters and order of the list's export. */
export function operationsSource({ database, scope, from, to, filters, tax }: RowQuery): RowSource {
  const query = { ...filters, from, to }
  // Guests, to whom two kinds of search are denied, have no reports.
  const search = readOperationSearch(query, 'editor', scope)
  const conditions = [...filterConditions(query, true), ...(search ? [search.condition] : [])]
  const sums = ['total']
  return {
    columns: exportColumns,
    headings: headingsOf(exportColumns, tax),
    sums,
    total: 'total',
    count: sql`select count(*)::integer as many from operations o where ${inScope(scope, 'o')} and ${allOf(conditions)}`,
    batches: (form) => tableBatches(database, scope, exportTable(scope, conditions), { form, summed: sums }),
  }
}

/** Refunds and cancellations by the day of their request, newest first; without those that were undone. */
export const refundsSource = (query: RowQuery): RowSource =>
  tableSource(
    query,
    {
      columns: [
        day('created', madridDate(sql`r.created_at`)),
        id('refund', sql`r.id`),
        operation,
        mid,
        customer,
        product,
        code('kind', sql`r.kind`, kindLabels),
        code('state', sql`r.state`, refundLabels),
        day('completed', madridDate(sql`r.completed_at`)),
        amount('amount', sql`r.amount_cents`),
        amount('feeBack', sql`r.fee_back_cents`),
        amount('vatBack', sql`r.vat_back_cents`),
        amount('subsidyBack', sql`r.subsidy_back_cents`),
        amount('toCustomer', sql`r.credit_to_customer_cents`),
        typed('ownReference', sql`r.merchant_reference`),
        currency,
      ],
      from: sql`refunds r ${itsOperation(query.scope, 'r')}`,
      where: sql`${inScope(query.scope, 'r')} and r.state <> 'undone' and ${inDays(sql`r.created_at`, query)}`,
      key: timeKey(sql`r.created_at`, sql`r.id`),
      newestFirst: true,
    },
    { sums: ['amount', 'feeBack', 'vatBack', 'subsidyBack', 'toCustomer'], total: 'amount' },
  )

/**
 * Charges and refunded charges of the shop, per capture and refund, by day, oldest first. Amounts are those of the settlement lines; refunded ones are
 * negative. Without repayments of a debt.
 */
export const feesSource = (query: RowQuery): RowSource =>
  tableSource(
    query,
    {
      columns: [
        day('created', madridDate(sql`l.occurred_at`)),
        code('kind', sql`l.kind`, kindLabels),
        operation,
        mid,
        product,
        count('instalments', sql`o.num_instalments`),
        amount('gross', sql`l.gross_cents`),
        amount('feeRate', sql`o.fee_bps`),
        amount('fee', sql`l.fee_cents`),
        amount('vatRate', sql`coalesce(o.vat_bps, l.vat_bps)`),
        amount('vat', sql`l.vat_cents`),
        amount('subsidy', sql`l.subsidy_cents`),
        amount('charged', sql`l.fee_cents + l.vat_cents + l.subsidy_cents`),
        amount('net', sql`l.net_cents`),
        currency,
      ],
      from: sql`settlement_lines l ${itsOperation(query.scope, 'l')}`,
      where: sql`${inScope(query.scope, 'l')} and l.kind <> 'repayment' and ${inDays(sql`l.occurred_at`, query)}`,
      key: timeKey(sql`l.occurred_at`, sql`l.id`),
    },
    { sums: ['gross', 'fee', 'vat', 'subsidy', 'charged', 'net'], total: 'charged' },
  )

/**
 * Accepted sales of a campaign, and others with interest subsidised by the shop, by the day on which they began, newest
 * first.
 */
export const campaignsSource = (query: RowQuery): RowSource =>
  tableSource(
    query,
    {
      columns: [
        day('created', madridDate(sql`o.created_at`)),
        typed('campaign', sql`c.name`),
        operation,
        mid,
        customer,
        product,
        count('instalments', sql`o.num_instalments`),
        count('waitingMonths', sql`o.waiting_months`),
        amount('customerRate', sql`o.tin_bps`),
        amount('usualRate', sql`o.reference_tin_bps`),
        amount('captured', sql`o.captured_cents`),
        amount('refunded', sql`o.refunded_cents`),
        amount('subsidy', sql`o.subsidy_cents`),
        currency,
      ],
      from: sql`operations o left join campaigns c on c.merchant_id = o.merchant_id and c.mode = o.mode and c.id = o.campaign_id`,
      where: sql`${inScope(query.scope, 'o')} and o.category = 'accepted' and (o.campaign_id is not null or o.tin_bps < o.reference_tin_bps) and ${inDays(sql`o.created_at`, query)}`,
      key: timeKey(sql`o.created_at`, sql`o.id`),
      newestFirst: true,
    },
    { sums: ['captured', 'refunded', 'subsidy'], total: 'subsidy' },
  )
