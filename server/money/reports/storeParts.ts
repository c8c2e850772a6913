import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { thisReport } from './reportRow.ts'

/** Zstandard: a third of gzip's time, and smaller. */
const compress = promisify(zstdCompress)

/** The report was deleted, or another run has started: this run must stop. */
export class Superseded extends Error {}

/** One run of a report, the size of its parts in bytes, and whether they are compressed. */
type Run = { database: Database; scope: Scope; id: string; run: number; partBytes: number; isCompressed: boolean }
export type Stored = { sizeBytes: number; checksum: Buffer; parts: number }

/**
 * Stores a file in parts as it is generated; one part is compressed and written while the next one is filled. Each part is written together with the
 * progress, and only while this run is the report's latest. Rejects with Superseded when it is not.
 */
export async function storeParts(making: Run, chunks: AsyncIterable<string | Uint8Array>, progressNow: () => number): Promise<Stored> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  let parts = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async (content: Uint8Array) => {
    hash.update(content)
    sizeBytes += content.length
    const progress = Math.min(99, Math.floor(progressNow()))
    await writing
    writing = writePart(making, parts++, content, progress)
    // Awaited with the next part, or at the end; must not be unhandled until then.
    writing.catch(() => {})
  }
  for await (const content of ofSize(chunks, making.partBytes)) await flush(content)
  await writing
  return { sizeBytes, checksum: hash.digest(), parts }
}

const encoder = new TextEncoder()

async function writePart({ database, scope, id, run, isCompressed }: Run, seq: number, bytes: Uint8Array, progress: number): Promise<void> {
  const content = isCompressed
    ? await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const written = await database.write(scope, (db) =>
    db.run(sql`with mine as (
        update reports r set progress = ${progress} where ${thisReport(scope, id)} and r.run = ${run} and r.status = 'processing' returning r.id
      )
      insert into report_parts (merchant_id, mode, report_id, run, seq, content)
      select ${scope.merchantId}, ${scope.mode}, mine.id, ${run}, ${seq}, ${content} from mine`),
  )
  if (written === 0) throw new Superseded('the report is no longer ours to write')
}

/** The same bytes in chunks of one size, the last one shorter; text is encoded directly into the chunk. */
async function* ofSize(chunks: AsyncIterable<string | Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let held = new Uint8Array(bytes)
  let filled = 0
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      if (typeof rest === 'string') {
        const { read, written } = encoder.encodeInto(rest, held.subarray(filled))
        filled += written
        rest = rest.slice(read)
      } else {
        const fitting = rest.subarray(0, bytes - filled)
        held.set(fitting, filled)
        filled += fitting.length
        rest = rest.subarray(fitting.length)
      }
      // A character may need more bytes than are left.
      if (rest.length === 0 && filled < bytes) break
      yield held.subarray(0, filled)
      held = new Uint8Array(bytes)
      filled = 0
    }
  }
  if (filled > 0) yield held.subarray(0, filled)
}
