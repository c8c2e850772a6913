import { createHash } from 'node:crypto'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { StatusFile } from '#domain/money/bankStatus/statusLine'
import { planFile, type PlannedLine } from './plan.ts'

/** How a file came. */
export type FileSource = { source: 'console'; staffId: string } | { source: 'api'; providerKeyId: string } | { source: 'folder' }
export type ReceivedFile = { name: string; bytes: Uint8Array; from: FileSource }

/** Why a file cannot be read, with the values of its sentence. */
export type FileProblem = { why: string; values: Record<string, string> }

export const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** The same file, if it was read in before. */
export const earlierFile = (db: Connection, bytes: Uint8Array): Promise<{ id: string; read_at: Date } | undefined> =>
  db.first<{ id: string; read_at: Date }>(
    sql`select f.id, f.read_at from bank_files f where f.sha256 = ${hashOf(bytes)} and f.format is not null`,
  )

/**
 * Stores a file with all of its lines, in the caller's transaction; a worker applies them. The same bytes are stored once: `isNew` false. A file that could
 * not be read before, and now can, is read.
 */
export async function storeFile(
  db: Connection,
  received: ReceivedFile,
  file: StatusFile,
  now: Date,
): Promise<{ id: string; isNew: boolean; lines: number }> {
  const { lines } = await planFile(db, file, now)
  const id = await insertFile(db, received, {
    file,
    problem: null,
    dueAt: lines.some(({ result }) => result === 'waiting') ? now : null,
    now,
  })
  if (id === null) {
    const earlier = await earlierFile(db, received.bytes)
    if (!earlier) throw new Error('a file of the bank was stored and is not there')
    return { id: earlier.id, isNew: false, lines: 0 }
  }
  await insertLines(db, id, lines, now)
  if (file.original?.taken === true)
    await db.run(sql`update payout_files set accepted_at = coalesce(accepted_at, ${now}) where message_id = ${file.original.messageId}`)
  if (file.original?.taken === false)
    await db.run(sql`update payout_files set rejected_at = coalesce(rejected_at, ${now}) where message_id = ${file.original.messageId}`)
  return { id, isNew: true, lines: lines.length }
}

/** Keeps a file that cannot be read, with the reason. */
export async function storeUnread(db: Connection, received: ReceivedFile, problem: FileProblem, now: Date): Promise<void> {
  await insertFile(db, received, { file: null, problem, dueAt: null, now })
}

type Stored = { file: StatusFile | null; problem: FileProblem | null; dueAt: Date | null; now: Date }

/** Null: the same bytes are there, and were read. */
async function insertFile(
  db: Connection,
  { name, bytes, from }: ReceivedFile,
  { file, problem, dueAt, now }: Stored,
): Promise<string | null> {
  const staffId = from.source === 'console' ? from.staffId : null
  const providerKeyId = from.source === 'api' ? from.providerKeyId : null
  const row = await db.first<{
    id: string
  }>(sql`insert into bank_files as f (id, sha256, name, content, format, message_id, source, staff_id, provider_key_id, read_at, problem, due_at)
    values (${newId(now)}, ${hashOf(bytes)}, ${name}, ${Buffer.from(bytes)}, ${file?.format ?? null}, ${file?.messageId.slice(0, 35) ?? ''}, ${from.source}, ${staffId},
      ${providerKeyId}, ${now}, ${problem && JSON.stringify(problem)}, ${dueAt})
    on conflict (sha256) do update set name = excluded.name, format = excluded.format, message_id = excluded.message_id, source = excluded.source,
      staff_id = excluded.staff_id, provider_key_id = excluded.provider_key_id, read_at = excluded.read_at, problem = excluded.problem, due_at = excluded.due_at
    where f.format is null returning f.id`)
  return row?.id ?? null
}

/** Lines written by one statement. */
const batch = 500

async function insertLines(db: Connection, fileId: string, lines: readonly PlannedLine[], now: Date): Promise<void> {
  for (let from = 0; from < lines.length; from += batch) {
    const rows = lines.slice(from, from + batch).map((line, nth) => ({
      line: from + nth + 1,
      kind: line.order?.kind ?? null,
      merchant: line.order?.merchantId ?? null,
      reference: line.reference,
      outcome: line.outcome,
      code: line.code,
      amount: line.amountCents,
      currency: line.currency,
      booked: line.bookedOn,
      happened: line.happenedAt.toISOString(),
      text: line.text.slice(0, 500),
      result: line.result,
      why: line.why,
      done: line.result === 'noted' ? now.toISOString() : null,
    }))
    await db.run(sql`insert into bank_file_lines (file_id, line, kind, merchant_id, reference, outcome, code, amount_cents, currency, booked_on, happened_at, text, result, why, done_at)
      select ${fileId}::uuid, r.line, r.kind, r.merchant, r.reference, r.outcome, r.code, r.amount, r.currency, r.booked, r.happened, r.text, r.result, r.why, r.done
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (line int, kind text, merchant uuid, reference text, outcome text, code text, amount bigint, currency text,
        booked date, happened timestamptz, text text, result text, why text, done timestamptz)`)
  }
}

/** Reads a file in by itself: from the folder, or in a test. */
export const receiveFile = ({ database }: Pick<Services, 'database'>, received: ReceivedFile, file: StatusFile, now: Date) =>
  database.write(null, (db) => storeFile(db, received, file, now))
