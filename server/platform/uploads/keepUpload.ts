import { hash } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import { sql } from '../database/sql.ts'
import { fileEnding, type FileKind } from './fileKind.ts'
import type { Inspected } from './inspectFile.ts'

/** Files and bytes that one person may hand in, in a day and in thirty. */
const mostADay = 20
const mostBytesAMonth = 100_000_000

/** This person has handed in enough for now. */
export class UploadQuota extends Error {}

type Upload = {
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

export type KeptUpload = { fileName: string; kind: FileKind; bytes: Buffer }

/** A kept file of an account; undefined when it is another's or none. Throws when the bytes are not those that were kept. */
export async function readUpload(db: Connection, accountId: string, id: string): Promise<KeptUpload | undefined> {
  const row = await db.first<{ file_name: string; media_type: FileKind; bytes: Buffer; sha256: Buffer }>(
    sql`select file_name, media_type, bytes, sha256 from uploads where id = ${id} and account_id = ${accountId}`,
  )
  if (!row) return undefined
  if (!hash('sha256', row.bytes, 'buffer').equals(row.sha256)) throw new Error('a kept file has changed')
  return { fileName: row.file_name, kind: row.media_type, bytes: row.bytes }
}

const mostLetters = 80
/** Names that Windows keeps for its devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A file's name as people read it: no folders, no control or direction marks, nothing that a shell or a header takes for its own, and the ending of
 * what the file is. `otherwise` is its name when nothing is left.
 */
export function cleanName(sent: string, kind: FileKind, otherwise: string): string {
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .slice(0, 1_000)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}_ .()+-]/gu, '_')
    .replace(/(?:\.[A-Za-z0-9]{1,5})+$/, '')
    .replace(/\.{2,}/g, '.')
    .replace(/\s+/g, ' ')
  const base = [...plain]
    .slice(0, mostLetters)
    .join('')
    .replace(/^[ ._-]+|[ .]+$/g, '')
  const safe = base === '' || devices.test(base) ? otherwise : base
  return `${safe}.${fileEnding[kind]}`
}

/** The same name for a header of an answer: letters without their marks, nothing but ASCII. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/g, '_')
