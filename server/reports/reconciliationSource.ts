import { sql } from '../db/sql.ts'
import { each, keysetBatches } from '../files/keysetBatches.ts'
import {
  amount,
  code,
  currency,
  customer,
  day,
  id,
  itsOperation,
  kindKey,
  madridDate,
  mid,
  operation,
  ours,
  product,
  settlementKey,
  typed,
} from './lineColumns.ts'
import { headingsOver, joined, wordsFor } from './lineSource.ts'
import type { RowBatch, RowSource, Wanted } from './rowSource.ts'

/** What a settlement adds to its lines, each a row of its own: signed, so that the last column adds up to what is paid. */
const terms = ['opening', 'held', 'released', 'closing'] as const

type Settlement = { id: string; reference: string; value_on: string; status: string; net: bigint; lines: number } & Record<
  (typeof terms)[number],
  bigint
>

const lineColumns = [
  code('kind', sql`l.kind`, kindKey),
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
// The settlement's own, known before its lines are read.
const columns = [typed('reference', sql`null`), day('valueOn', sql`null`), code('status', sql`null`, settlementKey), ...lineColumns]
const netAt = lineColumns.findIndex(({ name }) => name === 'net')

/**
 * Every line of the settlements with value dates on the wanted days, oldest first, beside the settlement's reference and value date, and what
 * else is in its equation: each settlement's rows add up to what was paid, or the report is not made at all.
 */
export function reconciliationSource(wanted: Wanted): RowSource {
  const { scope, from, to } = wanted
  const these = sql`${ours(sql`s`, scope)} and s.value_on between ${from}::date and ${to}::date`
  return {
    columns,
    headings: headingsOver(columns),
    sums: ['gross', 'fee', 'vat', 'subsidy', 'net'],
    total: 'net',
    count: sql`select coalesce(sum(s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count), 0)::integer as many from settlements s where ${these}`,
    async *batches() {
      // A settlement a day at most: 366.
      const settlements = await wanted.database.read(scope, (db) =>
        db.rows<Settlement>(sql`select s.id, s.reference, s.value_on, s.status, s.net_cents as net, s.opening_cents as opening, s.reserve_held_cents as held,
            s.reserve_released_cents as released, -s.closing_cents as closing, s.order_count + s.refund_count + s.cancel_count + s.minimum_fee_count + s.repayment_count as lines
          from settlements s where ${these} order by s.value_on`),
      )
      for (const settlement of settlements) yield* settlementRows(wanted, settlement)
    },
  }
}

async function* settlementRows({ database, scope, asCodes }: Wanted, settlement: Settlement): AsyncGenerator<RowBatch> {
  const inWords = wordsFor(columns, asCodes)
  const own = [settlement.reference, settlement.value_on, settlement.status]
  let [netCents, lines] = [0n, 0]
  const query = (last: string[] | undefined, limit: number) => {
    const after = last ? sql`(l.occurred_at, l.id) > (${last[0]}::timestamptz, ${last[1]}::uuid)` : sql`true`
    return sql`select ${joined([sql`l.occurred_at`, sql`l.id`, ...lineColumns.map((column) => column.from)])} as line
      from settlement_lines l ${itsOperation(sql`l`)} where ${ours(sql`l`, scope)} and l.settlement_id = ${settlement.id} and ${after}
      order by l.occurred_at, l.id limit ${limit}`
  }
  for await (const batch of keysetBatches<string[]>(database, scope, query, { width: 2 + lineColumns.length })) {
    const read = ([, , ...cells]: string[]) => {
      netCents += BigInt(cells[netAt] ?? 0)
      return inWords([...own, ...cells])
    }
    yield { done: batch.length, rows: each(batch, read) }
    lines += batch.length
  }
  const rest = terms.filter((term) => settlement[term] !== 0n)
  for (const term of rest) netCents += settlement[term]
  if (netCents !== settlement.net || lines !== settlement.lines) throw new Error('a settlement’s lines do not add up to it')
  yield { done: 0, rows: rest.map((term) => inWords([...own, ...termCells(term, settlement[term])])) }
}

const termCells = (term: string, cents: bigint): string[] =>
  lineColumns.map(({ name }) => ({ kind: term, net: String(cents), currency: 'EUR' })[name] ?? '')
