import type { JournalKind, LedgerAccount } from '#domain/money/ledger'
import type { Month } from '#domain/money/invoice'
import { shopDays } from '../../money/ledger/ledgerDays.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { currentLanguage, text, withLanguage } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CellBatch, type Column, csvFile } from '../../platform/files/csvLine.ts'
import { monthIn } from './ledger.ts'
import { shopColumns, type ShopRow } from './moneyRows.ts'

const columns: readonly Column[] = [
  { name: 'day', kind: 'day' },
  { name: 'merchant', kind: 'word' },
  { name: 'shop', kind: 'text' },
  { name: 'kind', kind: 'word' },
  { name: 'account', kind: 'word' },
  { name: 'debit', kind: 'amount' },
  { name: 'credit', kind: 'amount' },
]

/** A line for each day, shop, kind and account of a month. The download is audited. */
export const consoleLedgerExport: ConsoleHandler<'consoleLedgerExport'> = ({ query, services, now, audit }) => {
  const month = monthIn(query, now)
  audit({ entity: '', entityId: '', after: month })
  const headings = columns.map(({ name }) => text(`money.file.${name}`))
  return Promise.resolve({
    download: csvFile(columns, headings, batches(services, month)),
    fileName: `${text('money.file.ledger', { month: month.from.slice(0, 7) })}.csv`,
    mediaType: 'text/csv; charset=utf-8',
  })
}

type Row = ShopRow & { day: string; kind: JournalKind; account: LedgerAccount; debit: string; credit: string }
const batchRows = 2_000

async function* batches({ database }: Pick<Services, 'database'>, { from, to }: Month): AsyncGenerator<CellBatch> {
  const language = currentLanguage()
  for (let last: Row | undefined; ;) {
    const after = last
      ? sql`(d.day, d.merchant_id, d.kind, d.account) > (${last.day}::date, ${last.merchant_id}::uuid, ${last.kind}, ${last.account})`
      : sql`true`
    const rows = await database.read(null, (db) =>
      db.rows<Row>(sql`select d.day, ${shopColumns}, d.kind, d.account, d.debit, d.credit from (
          select d.day, d.merchant_id, d.kind, d.account, sum(d.debit_cents) as debit, sum(d.credit_cents) as credit from ${shopDays} d
          where d.day between ${from} and ${to} and ${after} group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit ${batchRows}) d
        join merchants m on m.id = d.merchant_id order by d.day, d.merchant_id, d.kind, d.account`),
    )
    if (rows.length === 0) return
    // The language is set for each batch: the response stream drives this generator outside the request's own.
    yield { columns, rows: withLanguage(language, () => rows.map(cellsOf)) }
    if (rows.length < batchRows) return
    last = rows.at(-1)
  }
}

const cellsOf = (row: Row): string[] => [
  row.day,
  hexOf(row.merchant_id),
  row.shop,
  text(`money.kind.${row.kind}`),
  text(`money.account.${row.account}`),
  row.debit,
  row.credit,
]
