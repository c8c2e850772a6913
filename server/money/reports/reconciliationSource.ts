import { sql } from '../../platform/database/sql.ts'
import { timeKey, type Table, type TableColumn } from '../../platform/files/table.ts'
import { tableBatches, type TableBatch } from '../../platform/files/tableBatches.ts'
import type { TableForm } from '../../platform/files/tableForm.ts'
import {
  amount,
  code,
  currency,
  customer,
  day,
  id,
  itsOperation,
  kindWords,
  madridDate,
  mid,
  operation,
  ours,
  product,
  settlementWords,
  typed,
} from './lineColumns.ts'
import type { RowSource, Wanted } from './rowSource.ts'
import { headingsOver } from './tableSource.ts'

/** What a settlement adds to its lines, each a row of its own: signed, so that the last column adds up to what is paid. */
const terms = ['opening', 'held', 'released', 'closing'] as const

type Settlement = { id: string; reference: string; value_on: string; status: string; net: bigint; lines: number } & Record<
  (typeof terms)[number],
  bigint
>

const lineColumns = [
  code('kind', sql`l.kind`, kindWords),
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
/** The settlement's own, the same in all of its rows. */
const columnsOf = ({ reference, value_on: valueOn, status }: Pick<Settlement, 'reference' | 'value_on' | 'status'>): TableColumn[] => [
  typed('reference', sql`${reference}::text`),
  day('valueOn', sql`${valueOn}::date`),
  code('status', sql`${status}::text`, settlementWords),
  ...lineColumns,
]
const columns = columnsOf({ reference: '', value_on: '', status: '' })
const sums = ['gross', 'fee', 'vat', 'subsidy', 'net']

/**
 * Every line of the settlements with value dates on the wanted days, oldest first, beside the settlement's reference and value date, and what
 * else is in its equation: each settlement's rows add up to what was paid, or the report is not made at all.
 */
export function reconciliationSource({ database, scope, from, to }: Wanted): RowSource {
  const these = sql`${ours(sql`s`, scope)} and s.value_on between ${from}::date and ${to}::date`
  return {
    columns,
    headings: headingsOver(columns),
    sums,
    total: 'net',
    count: sql`select coalesce(sum(s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count + s.vat_rounding_count), 0)::integer as many from settlements s where ${these}`,
    async *batches(form) {
      // A settlement a day at most: 366.
      const settlements = await database.read(scope, (db) =>
        db.rows<Settlement>(sql`select s.id, s.reference, s.value_on, s.status, s.net_cents as net, s.opening_cents as opening, s.reserve_held_cents as held,
            s.reserve_released_cents as released, -s.closing_cents as closing, s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count + s.vat_rounding_count as lines
          from settlements s where ${these} order by s.value_on`),
      )
      for (const settlement of settlements) yield* settlementRows({ database, scope }, settlement, form)
    },
  }
}

async function* settlementRows<Content>(
  { database, scope }: Pick<Wanted, 'database' | 'scope'>,
  settlement: Settlement,
  form: TableForm<Content>,
): AsyncGenerator<TableBatch<Content>> {
  let [netCents, lines] = [0n, 0]
  const table: Table = {
    columns: columnsOf(settlement),
    from: sql`settlement_lines l ${itsOperation(sql`l`)}`,
    where: sql`${ours(sql`l`, scope)} and l.settlement_id = ${settlement.id}`,
    key: timeKey(sql`l.occurred_at`, sql`l.id`),
  }
  for await (const batch of tableBatches(database, scope, table, { form, summed: sums })) {
    netCents += batch.sums.get('net') ?? 0n
    lines += batch.rows
    yield batch
  }
  const rest = terms.filter((term) => settlement[term] !== 0n)
  const restCents = rest.reduce((sum, term) => sum + settlement[term], 0n)
  if (netCents + restCents !== settlement.net || lines !== settlement.lines) throw new Error('a settlement’s lines do not add up to it')
  const content = form.write(
    table.columns,
    rest.map((term) => termCells(term, settlement)),
  )
  yield { keys: 0, rows: rest.length, sums: new Map([['net', restCents]]), content }
}

const termCells = (term: (typeof terms)[number], settlement: Settlement): string[] => [
  settlement.reference,
  settlement.value_on,
  settlement.status,
  ...lineColumns.map(({ name }) => ({ kind: term, net: String(settlement[term]), currency: 'EUR' })[name] ?? ''),
]
