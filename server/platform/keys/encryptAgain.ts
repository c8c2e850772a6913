import { hkdfSync } from 'node:crypto'
import { type Secrets, withEach } from '../config/secrets.ts'
import { ConfigProblem } from '../database/configProblem.ts'
import type { Connection, Database } from '../database/database.ts'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import { inScope, sql } from '../database/sql.ts'
import { type EncryptedColumn, encryptedColumns, type SecretSetting } from './storedSecrets.ts'

// A change of the secrets that encrypt what is stored: the new one first and the earlier ones as fallbacks, everything encrypted again under the first, the
// earlier ones removed. A value is tried with each secret in turn: AES-GCM tells whether one fits, so that values need not name theirs.

type SecretsBySetting = Readonly<Record<SecretSetting, Secrets>>
type Config = { keySecrets: Secrets; sessionSecrets: Secrets }
export const secretsBySetting = ({ keySecrets, sessionSecrets }: Config): SecretsBySetting => ({
  KEY_ENCRYPTION_KEY: keySecrets,
  SESSION_SECRET: sessionSecrets,
})

/** A value as it was read. `stored`: bytes or text, as the column's cipher wrote it. */
type StoredValue = { column: EncryptedColumn; scope: Scope | null; id: string; stored: unknown }
type Kind = Pick<EncryptedColumn, 'what' | 'field' | 'setting'>

/** How many values of a kind are encrypted under the first secret and under a fallback, and those that none of the secrets given decrypts. */
export type Tally = Kind & { current: number; earlier: number; unreadable: StoredValue[] }

const batchSize = 200
/** Shops read at the same time. */
const concurrency = 4

type Walk = { database: Database; secrets: SecretsBySetting; renews: boolean }

/** Counts all stored values by secret; changes nothing. */
export const countStored = (database: Database, secrets: SecretsBySetting): Promise<Tally[]> => walk({ database, secrets, renews: false })

/**
 * Encrypts every stored value under the first secret, in short transactions beside running servers; can be ended at any time and run again. A value that was
 * changed meanwhile stays as it is.
 */
export const encryptAgain = (database: Database, secrets: SecretsBySetting): Promise<Tally[]> => walk({ database, secrets, renews: true })

/** Empties values for good, unless they were changed since they were read. */
export async function forgetValues(database: Database, values: readonly StoredValue[]): Promise<void> {
  for (const [scope, ofScope] of Map.groupBy(values, (value) => value.scope))
    for (let at = 0; at < ofScope.length; at += batchSize)
      await database.write(scope, async (db) => {
        for (const value of ofScope.slice(at, at + batchSize)) store(db, value, '')
      })
}

async function walk(options: Walk): Promise<Tally[]> {
  const kinds = encryptedColumns.map(({ what, field, setting }) => ({ what, field, setting, current: 0, earlier: 0, unreadable: [] }))
  const tallies = new Map<string, Tally>(kinds.map((kind) => [kind.what, kind]))
  const shops = await options.database.read(null, (db) => db.rows<{ id: string }>(sql`select m.id from merchants m order by m.id`))
  const scopes = shops.flatMap(({ id }) => (['live', 'sandbox'] satisfies Mode[]).map((mode) => mintScope(id, mode)))
  const waiting = [...scopes, null].values()
  const lane = async () => {
    for (const scope of waiting) await walkScope(options, scope, tallies)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return [...tallies.values()]
}

const firstId = '00000000-0000-0000-0000-000000000000'

/** All columns of a shop and mode, or those of no shop: the first values of each are read at once, since most shops have few or none. */
async function walkScope(options: Walk, scope: Scope | null, tallies: ReadonlyMap<string, Tally>): Promise<void> {
  const columns = encryptedColumns.filter(({ ofShop }) => ofShop === (scope !== null))
  const first = await options.database.read(scope, (db) => Promise.all(columns.map((column) => readBatch(db, column, scope, firstId))))
  for (const [at, column] of columns.entries()) {
    const tally = tallies.get(column.what)
    if (!tally) continue
    for (let values = first[at] ?? []; values.length > 0;) {
      await takeBatch(options, values, tally)
      const last = values.at(-1)?.id ?? firstId
      values = values.length < batchSize ? [] : await options.database.read(scope, (db) => readBatch(db, column, scope, last))
    }
  }
}

/** Counts values of one column and scope, and encrypts again those that are not under the first secret. */
async function takeBatch({ database, secrets, renews }: Walk, values: readonly StoredValue[], tally: Tally): Promise<void> {
  const changes = values.flatMap((value) => {
    const { cipher, setting } = value.column
    const opened = withEach(secrets[setting], (secret) => cipher.decrypt(secret, value.id, value.stored as Buffer | string))
    const plain = opened.find((one) => one !== undefined)
    if (opened[0] !== undefined) tally.current += 1
    else if (plain !== undefined) tally.earlier += 1
    else tally.unreadable.push(value)
    if (!renews || plain === undefined || opened[0] !== undefined) return []
    return [{ value, next: cipher.encrypt(secrets[setting][0], value.id, plain) }]
  })
  if (changes.length === 0) return
  await database.write(values[0]?.scope ?? null, async (db) => {
    for (const { value, next } of changes) store(db, value, next)
  })
}

/** Emptied values are left out: they were given up. */
async function readBatch(db: Connection, column: EncryptedColumn, scope: Scope | null, after: string): Promise<StoredValue[]> {
  const { table, rowId, column: name } = column
  const rows = await db.rows<{ id: string; stored: unknown }>(sql`select t.${rowId} as id, t.${name} as stored from ${table} t
    where ${scope ? inScope(scope, 't') : sql`true`} and t.${rowId} > ${after} and t.${name} <> '' order by t.${rowId} limit ${batchSize}`)
  return rows.map((row) => ({ ...row, column, scope }))
}

const store = (db: Connection, { column: { table, column, rowId }, scope, id, stored }: StoredValue, next: Buffer | string): void =>
  db.send(sql`update ${table} t set ${column} = ${next}
    where ${scope ? inScope(scope, 't') : sql`true`} and t.${rowId} = ${id} and t.${column} = ${stored}`)

/** Names a secret without revealing it; secrets have at least 32 characters. */
const idOf = (secret: string): string => Buffer.from(hkdfSync('sha256', secret, '', 'id of a secret', 8)).toString('hex')

const usedSecrets = (database: Database): Promise<{ setting: SecretSetting; id: string }[]> =>
  database.read(null, (db) => db.rows<{ setting: SecretSetting; id: string }>(sql`select u.setting, u.id from used_secrets u`))

const isAmong = (secrets: SecretsBySetting, { setting, id }: { setting: SecretSetting; id: string }): boolean =>
  withEach(secrets[setting], idOf).includes(id)

/** Forgets the ids of secrets that are no longer set, so that starts stop looking for what needs them. For when nothing does. */
export async function forgetSecrets(database: Database, secrets: SecretsBySetting): Promise<void> {
  const gone = (await usedSecrets(database)).filter((used) => !isAmong(secrets, used))
  await database.write(null, async (db) => {
    for (const { setting, id } of gone) db.send(sql`delete from used_secrets u where u.setting = ${setting} and u.id = ${id}`)
  })
}

/**
 * Before a server starts: while a secret under which servers have encrypted is not among its own, every stored value is read, and must be readable. Refuses
 * with a ConfigProblem, having changed no stored value. On the first start that knows of used secrets a setting is refused only when none of its values is
 * readable; what else is not was lost before, and is returned as a warning.
 */
export async function assertDecryptable(database: Database, secrets: SecretsBySetting): Promise<string | null> {
  const used = await usedSecrets(database)
  const settings = Object.keys(secrets) as SecretSetting[]
  const missing = used.filter((one) => !isAmong(secrets, one))
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
          `${sentence} None of them was changed. Add the former value to ${name}_FALLBACKS; if it is lost, see npm run operator -- encrypt-again (docs/runbook.md#changing-secrets).`,
        )
      if (sentence) warning = `${sentence} They were encrypted under an earlier one (docs/runbook.md#changing-secrets).`
    }
  }
  await database.write(null, async (db) => {
    for (const setting of settings)
      db.send(sql`insert into used_secrets (setting, id) values (${setting}, ${idOf(secrets[setting][0])}) on conflict do nothing`)
  })
  return warning
}

function problemOf(setting: SecretSetting, tallies: readonly Tally[]): string | null {
  const lost = tallies.filter((one) => one.setting === setting && one.unreadable.length > 0)
  if (lost.length === 0) return null
  const total = lost.reduce((sum, { unreadable }) => sum + unreadable.length, 0)
  const kinds = lost.map(({ what, unreadable }) => `${unreadable.length} ${what}`).join(', ')
  return `${total} stored ${total === 1 ? 'value' : 'values'} (${kinds}) cannot be decrypted with what is set.`
}
