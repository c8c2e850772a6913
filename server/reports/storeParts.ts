import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Database } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { thisReport } from './reportRow.ts'

/** Bytes of the file in each part: what a reader of it holds in memory. */
const partBytes = 512 * 1024
const pack = promisify(gzip)

/** The report was taken away, or somebody else has begun it anew: whoever makes it stops. */
export class Superseded extends Error {}

/** One beginning of a report, and whether its bytes are to be packed. */
export type Making = { database: Database; scope: Scope; id: string; run: number; isPacked: boolean }
export type Stored = { sizeBytes: number; checksum: Buffer; parts: number }

/**
 * Stores a file piece by piece as it is made, one part being packed and written while the next is filled. Each part is written together with the
 * progress, and only while this beginning is the report's last. Rejects with Superseded when it is not.
 */
export async function storeParts(making: Making, pieces: AsyncIterable<string | Uint8Array>, progressNow: () => number): Promise<Stored> {
  const hash = createHash('sha256')
  let held: Uint8Array[] = []
  let heldBytes = 0
  let sizeBytes = 0
  let parts = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    const content = Buffer.concat(held)
    const progress = Math.min(99, Math.floor(progressNow()))
    held = []
    heldBytes = 0
    await writing
    writing = writePart(making, parts++, content, progress)
    // Awaited with the next part, or at the end.
    writing.catch(() => {})
  }
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    hash.update(bytes)
    sizeBytes += bytes.length
    held.push(bytes)
    heldBytes += bytes.length
    if (heldBytes >= partBytes) await flush()
  }
  if (heldBytes > 0) await flush()
  await writing
  return { sizeBytes, checksum: hash.digest(), parts }
}

async function writePart({ database, scope, id, run, isPacked }: Making, seq: number, bytes: Buffer, progress: number): Promise<void> {
  const content = isPacked ? await pack(bytes, { level: constants.Z_BEST_SPEED }) : bytes
  const written = await database.write(scope, (db) =>
    db.run(sql`with mine as (
        update reports r set progress = ${progress} where ${thisReport(scope, id)} and r.run = ${run} and r.status = 'processing' returning r.id
      )
      insert into report_parts (merchant_id, mode, report_id, run, seq, content)
      select ${scope.merchantId}, ${scope.mode}, mine.id, ${run}, ${seq}, ${content} from mine`),
  )
  if (written === 0) throw new Superseded('the report is no longer ours to write')
}
