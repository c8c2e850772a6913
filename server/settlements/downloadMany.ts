import { madridDay } from '#domain/dates'
import { normaliseText } from '#domain/search'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { CellBatch, Column } from '../files/cells.ts'
import { csvFile } from '../files/csvLine.ts'
import { zipFile, type ZipEntry } from '../files/zipFile.ts'
import type { Handler } from '../http/call.ts'
import { text } from '../http/messages.ts'
import { notFound } from '../http/refusal.ts'
import { hexOf, uuidOf } from '../http/wire.ts'
import type { PdfHead } from './pdfFile.ts'
import { recordDownload } from './recordDownload.ts'
import { namePrefix, settlementFile, settlementFileName, type SettlementFormat } from './settlementFile.ts'
import { rowOf, settlementColumns, type StoredSettlement } from './settlementRow.ts'
import { chosenSettlements } from './chosenSettlements.ts'

const batchRows = 50

/** A list of what a zip holds, as Spain's CSV (product SET-7). */
const contentColumns: readonly Column[] = [
  { name: 'file', kind: 'word' },
  { name: 'reference', kind: 'word' },
  { name: 'valueOn', kind: 'day' },
  { name: 'lines', kind: 'count' },
  { name: 'net', kind: 'amount' },
]

/** A zip of the settlements between two value dates, newest first, or of those named: one that is not the shop's refuses them all. */
export const downloadMany: Handler<'settlementDownloadMany'> = async (call) => {
  const { house, scope, query, now } = call
  const wanted = query.ids?.split(',')
  const these = wanted
    ? sql`${chosenSettlements(scope, query)} and s.id = any(${wanted.map(uuidOf)}::uuid[])`
    : chosenSettlements(scope, query)
  if (wanted) {
    const rows = await house.database.read(scope, (db) => db.rows<{ id: string }>(sql`select s.id from settlements s where ${these}`))
    const there = new Set(rows.map(({ id }) => hexOf(id)))
    const missing = wanted.find((id) => !there.has(id))
    if (missing !== undefined) throw notFound(missing)
  }
  const { format, from, to, collected } = query
  const head = await recordDownload(call, 'settlementDownloadMany', { format, from, to, collected, ids: wanted })
  const shop = normaliseText(head.shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const days = { from: from ?? text('settlements.file.fromStart'), to: to ?? madridDay(now) }
  return {
    download: zipFile(entries(house.database, scope, { these, format, head })),
    fileName: `${namePrefix(scope.mode)}${text('settlements.file.zipName', { shop, ...days })}.zip`,
    mediaType: 'application/zip',
  }
}

/** Settlements as files, read in batches so that any number of them takes no more memory than a few; last, the list of them. */
async function* entries(
  database: Database,
  scope: Scope,
  { these, format, head }: { these: Sql; format: SettlementFormat; head: PdfHead },
): AsyncGenerator<ZipEntry> {
  const content: string[][] = []
  let last: StoredSettlement | undefined
  do {
    const after = last ? sql`s.value_on < ${last.value_on}` : sql`true`
    const rows = await database.read(scope, (db) =>
      db.rows<StoredSettlement>(
        sql`select ${settlementColumns} from settlements s where ${these} and ${after} order by s.value_on desc limit ${batchRows}`,
      ),
    )
    for (const stored of rows) {
      const name = settlementFileName(stored, scope.mode, format)
      content.push([name, stored.reference, stored.value_on, String(rowOf(stored).lineCount), String(stored.net_cents)])
      yield { name, isPacked: format === 'xlsx' || format === 'pdf', pieces: settlementFile(database, scope, { stored, format, head }) }
    }
    last = rows.length === batchRows ? rows.at(-1) : undefined
  } while (last)
  const headings = contentColumns.map(({ name }) => text(`settlements.file.content.${name}`))
  yield { name: text('settlements.file.contentName'), isPacked: false, pieces: csvFile(contentColumns, headings, oneBatch(content)) }
}

async function* oneBatch(rows: string[][]): AsyncGenerator<CellBatch> {
  yield { columns: contentColumns, rows }
}
