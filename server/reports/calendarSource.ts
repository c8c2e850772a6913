import { addDays, startOfMadridDay } from '#domain/dates'
import { sql } from '../db/sql.ts'
import { cellEnd, each, keysetBatches, lineEnd } from '../files/keysetBatches.ts'
import { amount, code, count, currency, customer, day, instalmentKey, madridDate, mid, operation, ours, product } from './lineColumns.ts'
import { headingsOver, joined, wordsFor } from './lineSource.ts'
import type { RowSource, Wanted } from './rowSource.ts'

const columns = [
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
  code('state', sql`i.state`, instalmentKey),
  day('paid', madridDate(sql`i.paid_at`)),
  currency,
]
/** Operations in a batch: each may have sixty instalments. */
const batchOperations = 300

/**
 * The instalments that customers pay on the wanted days, operation by operation, the newest first; what was cancelled or given back is not due.
 * It walks the accepted operations, whose index is there anyway, not the instalments: an index of those by day would burden every sale.
 */
export function calendarSource(wanted: Wanted): RowSource {
  const { database, scope, from, to, asCodes } = wanted
  const inWords = wordsFor(columns, asCodes)
  const accepted = sql`${ours(sql`o`, scope)} and o.category = 'accepted' and o.created_at < ${startOfMadridDay(addDays(to, 1))}`
  const cells = joined(columns.map((column) => column.from))
  return {
    columns,
    headings: headingsOver(columns),
    sums: ['amount', 'principal', 'interest'],
    total: 'amount',
    count: sql`select count(*)::integer as many from operations o where ${accepted}`,
    async *batches() {
      const query = (last: string[] | undefined, limit: number) => {
        const after = last ? sql`(o.created_at, o.id) < (${last[0]}::timestamptz, ${last[1]}::uuid)` : sql`true`
        return sql`select concat_ws(${cellEnd}, o.created_at::text, o.id::text, coalesce(d.lines, '')) as line
          from (select * from operations o where ${accepted} and ${after} order by o.created_at desc, o.id desc limit ${limit}) o
            left join lateral (select string_agg(${cells}, ${lineEnd} order by i.number) as lines from instalments i
              where i.merchant_id = o.merchant_id and i.mode = o.mode and i.operation_id = o.id and i.due_on between ${from}::date and ${to}::date
                and i.state in ('pending', 'paid', 'overdue') and i.amount_cents > 0) d on true
          order by o.created_at desc, o.id desc`
      }
      for await (const batch of keysetBatches<string[]>(database, scope, query, { limit: batchOperations })) {
        yield { done: batch.length, rows: linesOf(batch, inWords) }
      }
    },
  }
}

/** The first two cells are the key; all others are the operation's lines, one after the other. */
function* linesOf(batch: Iterable<string[]>, inWords: (cells: string[]) => string[]): Generator<string[]> {
  for (const [, , ...rest] of batch) {
    const lines = rest.join(cellEnd)
    if (lines !== '') yield* each(lines.split(lineEnd), (line) => inWords(line.split(cellEnd)))
  }
}
