import { hash } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { FileKind } from './fileKind.ts'

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
