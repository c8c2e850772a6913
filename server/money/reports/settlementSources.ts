import { startOfNextMadridDay } from '#domain/platform/dates'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type Table, type TableForm, timeKey } from '../../platform/files/table.ts'
import { type TableBatch, tableBatches } from '../../platform/files/tableBatches.ts'
import {
  amount,
  code,
  count,
  currency,
  customer,
  day,
  headingsOver,
  id,
  instalmentLabels,
  itsOperation,
  kindLabels,
  madridDate,
  mid,
  operation,
  product,
  type RowSource,
  settlementLabels,
  tableSource,
  typed,
  type RowQuery,
} from './rowSource.ts'
import type { TableColumn } from '../../platform/files/csvLine.ts'

const terms = [
  amount('opening', sql`s.opening_cents`),
  amount('repayments', sql`s.repayments_cents`),
  amount('sales', sql`s.sales_cents`),
  amount('refundsOf', sql`s.refunds_cents`),
  amount('cancellations', sql`s.cancellations_cents`),
  amount('chargebacks', sql`s.chargebacks_cents`),
  amount('disputeFees', sql`s.dispute_fees_cents`),
  amount('fees', sql`s.fees_cents`),
  amount('feeRefunds', sql`s.fee_refunds_cents`),
  amount('minimumFees', sql`s.minimum_fees_cents`),
  amount('vatCharged', sql`s.vat_cents`),
  amount('vatRefunds', sql`s.vat_refunds_cents`),
  amount('subsidies', sql`s.subsidies_cents`),
  amount('subsidyRefunds', sql`s.subsidy_refunds_cents`),
  amount('reserveHeld', sql`s.reserve_held_cents`),
  amount('reserveReleased', sql`s.reserve_released_cents`),
  amount('paidOut', sql`s.net_cents`),
  amount('closingBalance', sql`s.closing_cents`),
]

/** Settlements by value date, newest first, with a column for each term of the equation: opening + terms = paid out + closing. */
export const settlementsSource = (query: RowQuery): RowSource =>
  tableSource(
    query,
    {
      columns: [
        typed('reference', sql`s.reference`),
        day('valueOn', sql`s.value_on`),
        day('periodFrom', sql`s.period_from`),
        day('periodTo', sql`s.period_to`),
        code('status', sql`s.status`, settlementLabels),
        ...terms,
        count(
          'lines',
          sql`s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count + s.vat_rounding_count`,
        ),
        typed('account', sql`s.iban_last4`),
        currency,
      ],
      // Balances are not summed: the closing balance of one settlement is the opening one of the next.
      from: sql`settlements s`,
      where: sql`${inScope(query.scope, 's')} and s.value_on between ${query.from}::date and ${query.to}::date`,
      key: [{ by: sql`s.value_on`, type: 'date' }],
      newestFirst: true,
    },
    { sums: terms.map(({ name }) => name).filter((name) => name !== 'opening' && name !== 'closingBalance'), total: 'paidOut' },
  )

/** Terms of a settlement besides its lines, one signed row each, so that the last column adds up to the payment. */
const heldTerms = ['opening', 'held', 'released', 'closing'] as const

type Settlement = { id: string; reference: string; value_on: string; status: string; net: bigint; lines: number } & Record<
  (typeof heldTerms)[number],
  bigint
>

const lineColumns = [
  code('kind', sql`l.kind`, kindLabels),
  operation,
  mid,
  customer,
  product,
  id('capture', sql`l.capture_id`),
  id('refund', sql`l.refund_id`),
  day('created', madridDate(sql`l.occurred_at`)),
  amount('gross', sql`l.gross_cents`),
  amount('fee', sql`l.fee_cents`),
  amount('vat', sql`l.vat_cents`),
  amount('subsidy', sql`l.subsidy_cents`),
  amount('net', sql`l.net_cents`),
  currency,
]
/** Columns of the settlement, the same in all of its rows. */
const columnsOf = ({ reference, value_on: valueOn, status }: Pick<Settlement, 'reference' | 'value_on' | 'status'>): TableColumn[] => [
  typed('reference', sql`${reference}::text`),
  day('valueOn', sql`${valueOn}::date`),
  code('status', sql`${status}::text`, settlementLabels),
  ...lineColumns,
]
const firstColumns = columnsOf({ reference: '', value_on: '', status: '' })
const sums = ['gross', 'fee', 'vat', 'subsidy', 'net']

/**
 * Every line of the settlements with value dates in the range, oldest first, with the settlement's reference and value date, and the other terms of its
 * equation. Throws unless each settlement's rows add up to its payment.
 */
export function reconciliationSource({ database, scope, from, to, tax }: RowQuery): RowSource {
  const inPeriod = sql`${inScope(scope, 's')} and s.value_on between ${from}::date and ${to}::date`
  return {
    columns: firstColumns,
    headings: headingsOver(firstColumns, tax),
    sums,
    total: 'net',
    count: sql`select coalesce(sum(s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count + s.vat_rounding_count), 0)::integer as many from settlements s where ${inPeriod}`,
    async *batches(form) {
      // At most one settlement a day: 366.
      const settlements = await database.read(scope, (db) =>
        db.rows<Settlement>(sql`select s.id, s.reference, s.value_on, s.status, s.net_cents as net, s.opening_cents as opening, s.reserve_held_cents as held,
            s.reserve_released_cents as released, -s.closing_cents as closing, s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count + s.vat_rounding_count as lines
          from settlements s where ${inPeriod} order by s.value_on`),
      )
      for (const settlement of settlements) yield* settlementRows({ database, scope }, settlement, form)
    },
  }
}

async function* settlementRows<Content>(
  { database, scope }: Pick<RowQuery, 'database' | 'scope'>,
  settlement: Settlement,
  form: TableForm<Content>,
): AsyncGenerator<TableBatch<Content>> {
  let [netCents, lines] = [0n, 0]
  const table: Table = {
    columns: columnsOf(settlement),
    from: sql`settlement_lines l ${itsOperation(scope, 'l')}`,
    where: sql`${inScope(scope, 'l')} and l.settlement_id = ${settlement.id}`,
    key: timeKey(sql`l.occurred_at`, sql`l.id`),
  }
  for await (const batch of tableBatches(database, scope, table, { form, summed: sums })) {
    netCents += batch.sums.get('net') ?? 0n
    lines += batch.rows
    yield batch
  }
  const rest = heldTerms.filter((term) => settlement[term] !== 0n)
  const restCents = rest.reduce((sum, term) => sum + settlement[term], 0n)
  if (netCents + restCents !== settlement.net || lines !== settlement.lines)
    throw new Error(`settlement ${settlement.reference}: its lines do not add up to its net amount`)
  const content = form.write(
    table.columns,
    rest.map((term) => termCells(term, settlement)),
  )
  yield { keys: 0, rows: rest.length, sums: new Map([['net', restCents]]), content }
}

const termCells = (term: (typeof heldTerms)[number], settlement: Settlement): string[] => [
  settlement.reference,
  settlement.value_on,
  settlement.status,
  ...lineColumns.map(({ name }) => ({ kind: term, net: String(settlement[term]), currency: 'EUR' })[name] ?? ''),
]

const instalmentColumns = [
  day('dueOn', sql`i.due_on`),
  count('number', sql`i.number`),
  count('instalments', sql`o.num_instalments`),
  operation,
  mid,
  customer,
  product,
  amount('amount', sql`i.amount_cents`),
  amount('principal', sql`i.principal_cents`),
  amount('interest', sql`i.interest_cents`),
  code('state', sql`i.state`, instalmentLabels),
  day('paid', madridDate(sql`i.paid_at`)),
  currency,
]
/** Operations per batch: each may have sixty instalments. */
const batchOperations = 300

/**
 * The instalments due in the date range, by operation, newest first; without cancelled or refunded ones. Scans the accepted operations, which are indexed
 * anyway, because an index of instalments by day would slow down every sale.
 */
export function calendarSource(query: RowQuery): RowSource {
  const { scope, from, to } = query
  const table: Table = {
    columns: instalmentColumns,
    from: sql`operations o`,
    where: sql`${inScope(scope, 'o')} and o.category = 'accepted' and o.created_at < ${startOfNextMadridDay(to)}`,
    key: timeKey(sql`o.created_at`, sql`o.id`),
    newestFirst: true,
    perKey: {
      of: sql`o`,
      join: sql`left join instalments i on i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id and i.due_on between ${from}::date and ${to}::date
        and i.state in ('pending', 'paid', 'overdue') and i.amount_cents > 0`,
      isThere: sql`i.operation_id is not null`,
      order: sql`i.number`,
      keys: batchOperations,
    },
  }
  return tableSource(query, table, { sums: ['amount', 'principal', 'interest'], total: 'amount' })
}
