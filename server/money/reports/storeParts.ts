import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { thisReport } from './reportRow.ts'

/** Bytes of the file in each part: what a reader of it holds in memory. */
export const partBytes = 1024 * 1024
/** A third of gzip's time for fewer bytes. */
const pack = promisify(zstdCompress)

/** The report was taken away, or somebody else has begun it anew: whoever makes it stops. */
export class Superseded extends Error {}

/** One beginning of a report, and whether its bytes are to be packed. */
type Making = { database: Database; scope: Scope; id: string; run: number; isPacked: boolean }
export type Stored = { sizeBytes: number; checksum: Buffer; parts: number }

/**
 * Stores a file piece by piece as it is made, one part being packed and written while the next is filled. Each part is written together with the
 * progress, and only while this beginning is the report's last. Rejects with Superseded when it is not.
 */
export async function storeParts(making: Making, pieces: AsyncIterable<string | Uint8Array>, progressNow: () => number): Promise<Stored> {
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
    // Awaited with the next part, or at the end.
    writing.catch(() => {})
  }
  for await (const content of ofSize(pieces, partBytes)) await flush(content)
  await writing
  return { sizeBytes, checksum: hash.digest(), parts }
}

const encoder = new TextEncoder()

async function writePart({ database, scope, id, run, isPacked }: Making, seq: number, bytes: Uint8Array, progress: number): Promise<void> {
  const content = isPacked
    ? await pack(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
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

/** The same bytes in pieces of one size, the last one shorter; texts are written straight to where they are kept. */
async function* ofSize(pieces: AsyncIterable<string | Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let held = new Uint8Array(bytes)
  let filled = 0
  for await (const piece of pieces) {
    for (let rest = piece; rest.length > 0;) {
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
      // A letter may need more bytes than are left.
      if (rest.length === 0 && filled < bytes) break
      yield held.subarray(0, filled)
      held = new Uint8Array(bytes)
      filled = 0
    }
  }
  if (filled > 0) yield held.subarray(0, filled)
}
