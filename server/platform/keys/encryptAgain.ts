import { hkdfSync } from 'node:crypto'
import { type Secrets, withEach } from '../config/secrets.ts'
import { ConfigProblem } from '../database/configProblem.ts'
import type { Connection, Database } from '../database/database.ts'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import { inScope, sql } from '../database/sql.ts'
import { type EncryptedColumn, encryptedColumns, type SecretSetting } from './storedSecrets.ts'

// A change of the secrets that encrypt what is stored: the new one first and the earlier ones as fallbacks, everything encrypted again under the first, the
// earlier ones removed. A value is tried with each secret in turn: AES-GCM tells whether one fits, so that values need not name theirs.

type StoredUnder = Readonly<Record<SecretSetting, Secrets>>
type Config = { keySecrets: Secrets; sessionSecrets: Secrets }
export const secretsBySetting = ({ keySecrets, sessionSecrets }: Config): StoredUnder => ({
  KEY_ENCRYPTION_KEY: keySecrets,
  SESSION_SECRET: sessionSecrets,
})

/** How many values of a kind are encrypted under the first secret, under a fallback, and under none of those given. */
export type Tally = { what: string; setting: SecretSetting; current: number; earlier: number; unreadable: number }

const batchSize = 200
/** Shops read at the same time. */
const concurrency = 4

/** `stored`: bytes or text, as the column's cipher wrote it. */
type Row = { id: string; stored: unknown }
type Walk = { database: Database; secrets: StoredUnder; change: 'nothing' | 'earlier' | 'unreadable' }

/** Counts all stored values by secret; changes nothing. */
export const countStored = (database: Database, secrets: StoredUnder): Promise<Tally[]> => walk({ database, secrets, change: 'nothing' })

/**
 * Encrypts every stored value under the first secret, in short transactions beside running servers; can be ended at any time and run again. A value that was
 * changed meanwhile stays as it is. `forgetUnreadable`: values that no given secret decrypts are emptied, for good.
 */
export const encryptAgain = (database: Database, secrets: StoredUnder, forgetUnreadable: boolean): Promise<Tally[]> =>
  walk({ database, secrets, change: forgetUnreadable ? 'unreadable' : 'earlier' })

async function walk(given: Walk): Promise<Tally[]> {
  const shops = await given.database.read(null, (db) => db.rows<{ id: string }>(sql`select m.id from merchants m order by m.id`))
  const scopes = shops.flatMap(({ id }) => (['live', 'sandbox'] satisfies Mode[]).map((mode) => mintScope(id, mode)))
  const tallies = new Map<string, Tally>()
  for (const column of encryptedColumns) {
    const { what, setting } = column
    const tally = tallies.get(what) ?? { what, setting, current: 0, earlier: 0, unreadable: 0 }
    tallies.set(what, tally)
    const waiting = (column.ofShop ? scopes : [null]).values()
    const lane = async () => {
      for (const scope of waiting) await walkColumn(given, column, scope, tally)
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
  }
  return [...tallies.values()]
}

async function walkColumn({ database, secrets, change }: Walk, column: EncryptedColumn, scope: Scope | null, tally: Tally): Promise<void> {
  const { cipher, setting } = column
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await database.read(scope, (db) => readBatch(db, column, scope, after))
    const changes = rows.flatMap((row) => {
      const opened = withEach(secrets[setting], (secret) => cipher.decrypt(secret, row.id, row.stored as Buffer | string))
      const plain = opened.find((one) => one !== undefined)
      if (opened[0] !== undefined) tally.current += 1
      else if (plain !== undefined) tally.earlier += 1
      else tally.unreadable += 1
      if (plain === undefined) return change === 'unreadable' ? [{ ...row, next: '' }] : []
      return opened[0] !== undefined || change === 'nothing' ? [] : [{ ...row, next: cipher.encrypt(secrets[setting][0], row.id, plain) }]
    })
    if (changes.length > 0)
      await database.write(scope, async (db) => {
        for (const { id, stored, next } of changes) store(db, column, scope, { id, stored, next })
      })
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.id
  }
}

/** Emptied values are left out: they were given up. */
const readBatch = (db: Connection, { table, column, rowId }: EncryptedColumn, scope: Scope | null, after: string): Promise<Row[]> =>
  db.rows<Row>(sql`select t.${rowId} as id, t.${column} as stored from ${table} t
    where ${scope ? inScope(scope, 't') : sql`true`} and t.${rowId} > ${after} and t.${column} <> '' order by t.${rowId} limit ${batchSize}`)

type Change = Row & { next: Buffer | string }
const store = (db: Connection, { table, column, rowId }: EncryptedColumn, scope: Scope | null, { id, stored, next }: Change): void =>
  db.send(sql`update ${table} t set ${column} = ${next}
    where ${scope ? inScope(scope, 't') : sql`true`} and t.${rowId} = ${id} and t.${column} = ${stored}`)

/** Names a secret without revealing it; secrets have at least 32 characters. */
const idOf = (secret: string): string => Buffer.from(hkdfSync('sha256', secret, '', 'id of a secret', 8)).toString('hex')

/**
 * Before a server starts: the secrets under which servers have encrypted must still be among its own, unless nothing needs them any more. Refuses with a
 * ConfigProblem, having changed nothing; returns a warning about values that no secret decrypts since before this was checked.
 */
export async function assertDecryptable(database: Database, secrets: StoredUnder): Promise<string | null> {
  const used = await database.read(null, (db) =>
    db.rows<{ setting: SecretSetting; id: string }>(sql`select u.setting, u.id from used_secrets u`),
  )
  const settings = Object.keys(secrets) as SecretSetting[]
  const missing = used.filter(({ setting, id }) => !withEach(secrets[setting], idOf).includes(id))
  const unknown = settings.filter((setting) => !used.some((one) => one.setting === setting))
  let warning: string | null = null
  if (missing.length > 0 || unknown.length > 0) {
    const tallies = await countStored(database, secrets)
    for (const setting of settings) {
      // Where the one is not set, the other has its place.
      const name = secrets[setting] === secrets.SESSION_SECRET ? 'SESSION_SECRET' : setting
      const problem = problemOf(setting, tallies)
      const sentence = problem && `${name}: ${problem}`
      const isWrong = tallies.every((one) => one.setting !== setting || one.current + one.earlier === 0)
      if (sentence && (isWrong || missing.some((one) => one.setting === setting)))
        throw new ConfigProblem(
          `${sentence} Nothing was changed. Add the former value to ${name}_FALLBACKS; if it is lost, see npm run operator -- encrypt-again (docs/runbook.md#changing-secrets).`,
        )
      if (sentence) warning = `${sentence} They were encrypted under an earlier one (docs/runbook.md#changing-secrets).`
    }
  }
  await database.write(null, async (db) => {
    for (const { setting, id } of missing) db.send(sql`delete from used_secrets u where u.setting = ${setting} and u.id = ${id}`)
    for (const setting of settings)
      db.send(sql`insert into used_secrets (setting, id) values (${setting}, ${idOf(secrets[setting][0])}) on conflict do nothing`)
  })
  return warning
}

function problemOf(setting: SecretSetting, tallies: readonly Tally[]): string | null {
  const lost = tallies.filter((one) => one.setting === setting && one.unreadable > 0)
  if (lost.length === 0) return null
  const total = lost.reduce((sum, { unreadable }) => sum + unreadable, 0)
  const kinds = lost.map(({ what, unreadable }) => `${unreadable} ${what}`).join(', ')
  return `${total} stored ${total === 1 ? 'value' : 'values'} (${kinds}) cannot be decrypted with what is set.`
}
