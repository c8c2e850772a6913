import { hash } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import { sql } from '../database/sql.ts'
import { fileEnding, type FileKind } from './fileKind.ts'
import type { Inspected } from './inspectFile.ts'

/** Limits per user: files in a day, and bytes in thirty days. */
const maxFilesPerDay = 20
const maxBytesPerMonth = 100_000_000

/** The user's limit is reached. */
export class UploadQuota extends Error {}

type Upload = {
  accountId: string
  userId: string
  purpose: 'iban_certificate' | 'document' | 'dispute'
  fileName: string
  now: Date
} & Inspected

/** Stores an inspected file, in the caller's transaction; returns its id. Throws UploadQuota. */
export async function keepUpload(db: Connection, { accountId, userId, purpose, fileName, kind, bytes, now }: Upload): Promise<string> {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  // One at a time per user: concurrent uploads would each pass the check of the limit.
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`upload/${userId}`}, 0))`)
  const used = await db.first<{ today: number; bytes: bigint }>(sql`
    select count(*) filter (where u.created_at > ${ago(1)})::integer as today, coalesce(sum(octet_length(u.bytes)), 0) as bytes
    from uploads u where u.user_id = ${userId} and u.created_at > ${ago(30)}`)
  if ((used?.today ?? 0) >= maxFilesPerDay || Number(used?.bytes ?? 0) + bytes.length > maxBytesPerMonth) throw new UploadQuota()
  const id = newId(now)
  await db.run(sql`insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
    values (${id}, ${accountId}, ${userId}, ${purpose}, ${fileName}, ${kind}, ${bytes}, ${hash('sha256', bytes, 'buffer')}, ${now})`)
  return id
}

/**
 * Removes the content of files that nothing refers to any more, in the caller's transaction. That they were uploaded stays, with their checksum: the user's
 * limits count them.
 */
export const removeBytes = (db: Connection, accountId: string, ids: readonly string[]): Promise<number> =>
  db.run(sql`update uploads u set bytes = '\\x00' where u.account_id = ${accountId} and u.id = any(${ids}::uuid[])`)

export type KeptUpload = { fileName: string; kind: FileKind; bytes: Buffer }

/** A stored file of an account; undefined when it does not exist or is of another account. Throws when its checksum does not match. */
export async function readUpload(db: Connection, accountId: string, id: string): Promise<KeptUpload | undefined> {
  const row = await db.first<{ file_name: string; media_type: FileKind; bytes: Buffer; sha256: Buffer }>(
    sql`select file_name, media_type, bytes, sha256 from uploads where id = ${id} and account_id = ${accountId}`,
  )
  if (!row) return undefined
  if (!hash('sha256', row.bytes, 'buffer').equals(row.sha256)) throw new Error(`upload ${id}: its bytes do not match its checksum`)
  return { fileName: row.file_name, kind: row.media_type, bytes: row.bytes }
}

const maxCharacters = 80
/** Device names reserved by Windows. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A safe file name: without folders, control and direction characters, and characters special to shells or headers, and with the extension of its type.
 * `otherwise` is the name when nothing is left.
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
    .slice(0, maxCharacters)
    .join('')
    .replace(/^[ ._-]+|[ .]+$/g, '')
  const safe = base === '' || devices.test(base) ? otherwise : base
  return `${safe}.${fileEnding[kind]}`
}

/** The same name for a response header: ASCII only, letters without diacritics. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/g, '_')
