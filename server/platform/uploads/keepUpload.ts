import { hash } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import { sql } from '../database/sql.ts'
import type { Inspected } from './inspectFile.ts'

/** Files and bytes that one person may hand in, in a day and in thirty. */
const mostADay = 20
const mostBytesAMonth = 100_000_000

/** This person has handed in enough for now. */
export class UploadQuota extends Error {}

export type Upload = {
  accountId: string
  userId: string
  purpose: 'iban_certificate' | 'document'
  fileName: string
  now: Date
} & Inspected

/** Keeps an inspected file under an id of its own, in the caller's transaction. Throws UploadQuota. */
export async function keepUpload(db: Connection, { accountId, userId, purpose, fileName, kind, bytes, now }: Upload): Promise<string> {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  // One at a time for a person: several at once would each find room for itself.
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`upload/${userId}`}, 0))`)
  const used = await db.first<{ today: number; bytes: string }>(sql`
    select count(*) filter (where u.created_at > ${ago(1)})::integer as today, coalesce(sum(octet_length(u.bytes)), 0) as bytes
    from uploads u where u.user_id = ${userId} and u.created_at > ${ago(30)}`)
  if ((used?.today ?? 0) >= mostADay || Number(used?.bytes ?? 0) + bytes.length > mostBytesAMonth) throw new UploadQuota()
  const id = newId(now)
  await db.run(sql`insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
    values (${id}, ${accountId}, ${userId}, ${purpose}, ${fileName}, ${kind}, ${bytes}, ${hash('sha256', bytes, 'buffer')}, ${now})`)
  return id
}
