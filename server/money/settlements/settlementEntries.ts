import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { type CellBatch, type Column, csvFile } from '../../platform/files/csvLine.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'
import { text } from '../../platform/calls/messages.ts'
import type { PdfHead } from './pdfFile.ts'
import { settlementFile, settlementFileName, type SettlementFormat } from './settlementFile.ts'
import { rowOf, settlementColumns, type StoredSettlement } from './settlementRow.ts'

const batchRows = 50

/** The list of a zip's contents, as CSV for Spanish spreadsheets. */
const contentColumns: readonly Column[] = [
  { name: 'file', kind: 'word' },
  { name: 'reference', kind: 'word' },
  { name: 'valueOn', kind: 'day' },
  { name: 'lines', kind: 'count' },
  { name: 'net', kind: 'amount' },
]

/**
 * The selected settlements `s` as files, newest first, read in batches so that memory does not grow with their number; the last entry is their
 * list.
 */
export async function* settlementEntries(
  database: Database,
  scope: Scope,
  { condition, format, head }: { condition: Sql; format: SettlementFormat; head: PdfHead },
): AsyncGenerator<ZipEntry> {
  const content: string[][] = []
  let last: StoredSettlement | undefined
  do {
    const after = last ? sql`s.value_on < ${last.value_on}` : sql`true`
    const rows = await database.read(scope, (db) =>
      db.rows<StoredSettlement>(
        sql`select ${settlementColumns} from settlements s where ${condition} and ${after} order by s.value_on desc limit ${batchRows}`,
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
  const pieces = csvFile(contentColumns, headings, oneBatch(content))
  yield { name: text('settlements.file.contentName'), isPacked: false, isList: true, pieces }
}

async function* oneBatch(rows: string[][]): AsyncGenerator<CellBatch> {
  yield { columns: contentColumns, rows }
}
