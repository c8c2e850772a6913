import { appendFileSync, closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ErasureGround } from '#domain/merchants/retention'
import { ConfigProblem } from '../../platform/database/configProblem.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/**
 * A requested erasure: one line of the register beside the backups. It holds ids and, in hex, the audience hashes of a customer, keyed with
 * a secret that is not stored there.
 */
export type RegisterLine = {
  id: string
  accountId: string
  objectId: string
  ground: ErasureGround
  at: string
} & ({ kind: 'customer'; merchantId: string; mode: Mode; members?: string[] } | { kind: 'person' })

/** Base backups and WAL may be deleted, this file may not: restoring any of them reads it. */
export const registerFile = (folder: string): string => join(folder, 'erasures.jsonl')

/** The settings that the register needs. Null: there is no register. */
export type RegisterSettings = { erasuresDir: string | null }

/** Refuses to start when the folder does not exist: the register would be written nowhere. */
export function requireErasuresDir({ erasuresDir }: RegisterSettings): void {
  if (erasuresDir !== null && !statSync(erasuresDir, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigProblem(`ERASURES_DIR=${erasuresDir} does not exist: mount its disk, or create the folder if it is new.`)
}

const maxLines = 500

type Row = { line: RegisterLine }

/**
 * Appends new requests to the register with fsync before marking them as written: a crash in between writes a line twice, and never loses
 * one. Without a folder, or while it is unavailable, they wait in the database. Returns how many lines were written.
 */
export async function copyErasures({ database, config }: { database: Database; config: RegisterSettings }): Promise<number> {
  const { erasuresDir } = config
  if (erasuresDir === null || !existsSync(erasuresDir)) return 0
  return database.write(null, async (db) => {
    const rows =
      await db.rows<Row>(sql`select jsonb_strip_nulls(jsonb_build_object('id', e.id, 'kind', e.kind, 'accountId', e.account_id, 'merchantId', e.merchant_id,
        'mode', e.mode, 'objectId', e.object_id, 'ground', e.ground, 'at', e.at, 'members', nullif(e.members, '{}'))) as line
      from erasure_copies c join erasures e on e.id = c.erasure_id order by c.erasure_id limit ${maxLines} for update of c skip locked`)
    if (rows.length === 0) return 0
    append(registerFile(erasuresDir), rows.map(({ line }) => `${JSON.stringify(line)}\n`).join(''))
    return db.run(sql`delete from erasure_copies c where c.erasure_id = any(${rows.map(({ line }) => line.id)}::uuid[])`)
  })
}

/** Due at once while there is one that is not in the register. */
export const nextErasureCopy = (): Sql => sql`select '-infinity'::timestamptz from erasure_copies limit 1`

/** Appends lines on a line of their own, after one that a crash may have truncated. */
function append(file: string, lines: string): void {
  const open = openSync(file, 'a+', 0o600)
  try {
    appendFileSync(open, endsWhole(open) ? lines : `\n${lines}`)
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}

function endsWhole(open: number): boolean {
  const { size } = fstatSync(open)
  const last = Buffer.alloc(1)
  return size === 0 || (readSync(open, last, 0, 1, size - 1) === 1 && last.toString() === '\n')
}

/** All lines of the register, without duplicates; null without a file. Refuses with a ConfigProblem when a complete line cannot be read. */
export function readRegister(folder: string): RegisterLine[] | null {
  const file = registerFile(folder)
  if (!existsSync(file)) return null
  const linesById = new Map<string, RegisterLine>()
  for (const [at, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    // Truncated by a crash before it was marked as written, and therefore written again.
    if (!text.endsWith('}')) continue
    const line = lineOf(text)
    if (!line) throw new ConfigProblem(`Line ${at + 1} of ${file} cannot be read: it may be an erased person (docs/runbook.md).`)
    linesById.set(line.id, line)
  }
  return [...linesById.values()]
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Written by ourselves; whoever can write there has the backups. */
function lineOf(text: string): RegisterLine | null {
  try {
    const line = JSON.parse(text) as RegisterLine
    const ids = [line.id, line.accountId, line.objectId, ...(line.kind === 'customer' ? [line.merchantId] : [])]
    return ids.every((id) => uuid.test(id)) ? line : null
  } catch {
    return null
  }
}
