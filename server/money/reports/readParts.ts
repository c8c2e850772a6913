import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StoredReport } from './reportRow.ts'

const unpack = promisify(zstdDecompress)

/** Whether a format's parts lie packed: the others are packed by themselves. */
export const isPackedFormat = (format: StoredReport['format']): boolean => format === 'csv' || format === 'json'

/** A ready report's file, part by part as the reader takes them. Breaks off, so that nobody takes a piece for the whole, when a part is gone. */
export async function* readParts(
  database: Database,
  scope: Scope,
  { id, run, parts, format }: Pick<StoredReport, 'id' | 'run' | 'parts' | 'format'>,
): AsyncGenerator<Uint8Array> {
  for (let seq = 0; seq < (parts ?? 0); seq += 1) {
    const part = await database.read(scope, (db) =>
      db.first<{ content: Buffer }>(sql`select p.content from report_parts p
        where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode} and p.report_id = ${id} and p.run = ${run} and p.seq = ${seq}`),
    )
    if (!part) throw new Error('a part of the report is gone')
    yield isPackedFormat(format) ? await unpack(part.content) : part.content
  }
}
