import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErasureGround } from '#domain/retention'
import type { Database } from '../db/database.ts'
import type { Mode } from '../db/scope.ts'
import { sql } from '../db/sql.ts'

/**
 * What was asked to be erased: a line of the register that lies beside the backups. It holds ids and, in hex, what audiences know of a customer: hashes under
 * a secret that does not lie there.
 */
export type RegisterLine = {
  id: string
  accountId: string
  objectId: string
  ground: ErasureGround
  at: string
} & ({ kind: 'customer'; merchantId: string; mode: Mode; members?: string[] } | { kind: 'person' })

/** Base copies and their log may be forgotten, this file is not: a restore of any of them reads it. */
export const registerFile = (backupDir: string): string => join(backupDir, 'erasures.jsonl')

const atATime = 500

type Row = { line: RegisterLine }

/**
 * Writes what was asked since the last time beside the backups, onto the disk before it is called written: a crash in between writes a line twice, and never
 * loses one. Without a folder for backups there is nothing to do. Returns how many lines were written.
 */
export async function copyErasures({ database, config }: { database: Database; config: { backupDir: string | null } }): Promise<number> {
  const { backupDir } = config
  if (backupDir === null || !existsSync(backupDir)) return 0
  return database.write(null, async (db) => {
    const rows =
      await db.rows<Row>(sql`select jsonb_strip_nulls(jsonb_build_object('id', e.id, 'kind', e.kind, 'accountId', e.account_id, 'merchantId', e.merchant_id,
        'mode', e.mode, 'objectId', e.object_id, 'ground', e.ground, 'at', e.at, 'members', nullif(e.members, '{}'))) as line
      from erasure_copies c join erasures e on e.id = c.erasure_id order by c.erasure_id limit ${atATime} for update of c skip locked`)
    if (rows.length === 0) return 0
    append(registerFile(backupDir), rows.map(({ line }) => `${JSON.stringify(line)}\n`).join(''))
    return db.run(sql`delete from erasure_copies c where c.erasure_id = any(${rows.map(({ line }) => line.id)}::uuid[])`)
  })
}

function append(file: string, lines: string): void {
  const open = openSync(file, 'a', 0o600)
  try {
    appendFileSync(open, lines)
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

/** All lines of the register, each once; none without one. A last line that a crash cut off is written again, and is left out here. */
export function readRegister(backupDir: string): RegisterLine[] {
  const file = registerFile(backupDir)
  if (!existsSync(file)) return []
  const found = new Map<string, RegisterLine>()
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    const line = lineOf(text)
    if (line) found.set(line.id, line)
  }
  return [...found.values()]
}

function lineOf(text: string): RegisterLine | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null
  try {
    // Written by ourselves; whoever can write there has the backups.
    return JSON.parse(text) as RegisterLine
  } catch {
    return null
  }
}
