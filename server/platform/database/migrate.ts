import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigProblem } from './configProblem.ts'
import { prepareJobs } from './prepareJobs.ts'
import { productSchema } from './productSchema.ts'
import { schemaText } from './schemaFiles.ts'
import { withClient } from './withClient.ts'

type Migration = { name: string; text: string; checksum: string }

/** Separates the transactions of one file: each is kept once it is committed, so that a table is locked no longer than its own change takes. */
export const separator = /^-- next transaction\n/m
export const migrationsFolder = join(import.meta.dirname, 'migrations')
/** Any fixed number: the advisory lock that serialises concurrent starts. */
const lockKey = 7_201_964_083
/** Append-only tables: the application can neither update nor delete their rows. */
const appendOnly = ['audit_entries', 'ledger_journals', 'ledger_lines', 'erasures', 'card_movements']
/** Tables of which the application may read only these columns; it may insert and delete rows. */
const readableColumns: Readonly<Record<string, string>> = { blocked_customers: 'merchant_id, mode, operation_id, blocked_at, keep_until' }

function readMigrations(folder: string): Migration[] {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.sql'))
        .toSorted()
    : []
  const numbers = new Map<string, string>()
  for (const name of names) {
    const number = /^(\d{4})_\w+\.sql$/.exec(name)?.[1]
    if (!number) throw new ConfigProblem(`The migration ${name} is not named like 0001_accounts.sql.`)
    const duplicate = numbers.get(number)
    if (duplicate) throw new ConfigProblem(`Two migrations have the number ${number}: ${duplicate} and ${name}.`)
    numbers.set(number, name)
  }
  return names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split(separator)
      .map((text, nth, { length }) => {
        // The last one has the file's name: what is recorded by it is applied whole.
        const part = nth === length - 1 ? name : `${name} (${nth + 1})`
        return { name: part, text, checksum: createHash('sha256').update(text).digest('hex') }
      }),
  )
}

const record = 'insert into schema_migrations (name, checksum) values ($1, $2)'

/**
 * How long a migration waits for a lock, and statements behind it, in milliseconds: briefly at first, because most locks are soon free; in the end long
 * enough for PostgreSQL to cancel an autovacuum in the way, which takes it a second.
 */
const lockTimeoutMs = (attempt: number): number => Math.min(100 * attempt, 1_200)
const maxAttempts = 30

/** Rolls back, and returns `words`; nothing if the connection is lost, where a COMMIT may have been on its way. */
const undone = (client: pg.Client, words: string): Promise<string> =>
  client.query('rollback').then(
    () => words,
    () => '',
  )

async function apply(client: pg.Client, { name, text, checksum }: Migration, attempt = 1): Promise<void> {
  // `create index concurrently` refuses a transaction: such a file says so and holds one statement.
  const withoutTransaction = text.startsWith('-- no transaction')
  try {
    if (withoutTransaction) {
      await dropUnfinishedIndexes(client)
      await client.query(text)
      await client.query(record, [name, checksum])
      return
    }
    await client.query('begin; set local statement_timeout = 0')
    await client.query("select set_config('lock_timeout', $1, true)", [String(lockTimeoutMs(attempt))])
    await client.query(record, [name, checksum])
    // In one stroke: the locks that it takes are held no longer for a busy machine.
    await client.query([text, 'commit'].join('\n;'))
  } catch (error) {
    const outcome = withoutTransaction ? '' : await undone(client, ' and was undone')
    const { code, message, position } = error as pg.DatabaseError
    // A long query may hold the lock, or an earlier version that starts may wait for us: let the statements queued behind us run, and retry.
    if ((code === '55P03' || code === '40P01') && attempt < maxAttempts)
      return sleep(500).then(() => apply(client, { name, text, checksum }, attempt + 1))
    const line = position ? `, line ${text.slice(0, Number(position)).split('\n').length}` : ''
    throw new ConfigProblem(`The migration ${name}${line} failed${outcome}: ${message}`)
  }
}

/** Another start may be migrating. Asked again and again: `create index concurrently` there would wait for a query that waits for the lock, and both end as a deadlock. */
async function waitForTurn(client: pg.Client): Promise<void> {
  const query = 'select pg_try_advisory_lock($1) as mine'
  while (!(await client.query<{ mine: boolean }>(query, [lockKey])).rows[0]?.mine) await sleep(100)
}

/** An interrupted `create index concurrently` leaves an invalid index behind, which `if not exists` would take for a finished one. */
async function dropUnfinishedIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid and c.relnamespace = '${productSchema}'::regnamespace`,
  )
  for (const { name: indexName } of rows) await client.query(`drop index concurrently ${indexName}`)
}

/**
 * Grants the application its rights on new tables as soon as they are created: an earlier release that still serves may reach them by a trigger
 * before `grantToApp` runs. Revoked once the migrations are done.
 */
async function grantDefaultPrivileges(client: pg.Client, appRole: string): Promise<void> {
  const escapedRole = client.escapeIdentifier(appRole)
  await client.query(
    `alter default privileges in schema ${productSchema} grant select, insert, update, delete on tables to ${escapedRole};
     alter default privileges in schema ${productSchema} grant usage on sequences to ${escapedRole}`,
  )
}

async function revokeDefaultPrivileges(client: pg.Client, appRole: string): Promise<void> {
  const escapedRole = client.escapeIdentifier(appRole)
  await client.query(
    `alter default privileges in schema ${productSchema} revoke select, insert, update, delete on tables from ${escapedRole};
     alter default privileges in schema ${productSchema} revoke usage on sequences from ${escapedRole}`,
  )
}

async function grantToApp(client: pg.Client, appRole: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; existing: string[] }>(
    'select current_user as owner, array(select table_name::text from information_schema.tables where table_schema = $1 and table_name = any($2)) as existing',
    [productSchema, [...appendOnly, ...Object.keys(readableColumns)]],
  )
  // The owner's rights cannot be reduced (foreign keys are checked with them), so with a single role there is nothing to do.
  if (!rows[0] || rows[0].owner === appRole) return
  const role = client.escapeIdentifier(appRole)
  const { existing } = rows[0]
  const appendOnlyTables = appendOnly.filter((name) => existing.includes(name)).join(', ')
  const restricted = Object.entries(readableColumns).filter(([name]) => existing.includes(name))
  await client.query(
    [
      'begin',
      `grant usage on schema ${productSchema} to ${role}`,
      `grant select, insert, update, delete on all tables in schema ${productSchema} to ${role}`,
      `grant usage on all sequences in schema ${productSchema} to ${role}`,
      `grant execute on all functions in schema ${productSchema} to ${role}`,
      `revoke truncate on all tables in schema ${productSchema} from ${role}`,
      `revoke insert, update, delete on schema_migrations from ${role}`,
      ...(appendOnlyTables ? [`revoke update, delete, truncate on ${appendOnlyTables} from ${role}`] : []),
      ...restricted.flatMap(([name, columns]) => [
        `revoke select, update on ${name} from ${role}`,
        `grant select (${columns}) on ${name} to ${role}`,
      ]),
      'commit',
    ].join(';'),
  )
}

/** Makes the schema of an empty database, in one transaction: what all migrations together make, which are recorded as applied. */
async function createSchema(client: pg.Client, schema: string, migrations: readonly Migration[]): Promise<void> {
  try {
    await client.query(['begin', 'set local statement_timeout = 0', schema].join(';\n'))
    await client.query('insert into schema_migrations (name, checksum) select * from unnest($1::text[], $2::text[])', [
      migrations.map(({ name }) => name),
      migrations.map(({ checksum }) => checksum),
    ])
    await client.query('commit')
  } catch (error) {
    throw new ConfigProblem(`The tables could not be made${await undone(client, ', and nothing was changed')}: ${(error as Error).message}`)
  }
}

/** The migrations, and the schema that they make together; null: an empty database is migrated too. */
type SchemaSource = { folder: string; schema: (() => string) | null }
const ours: SchemaSource = { folder: migrationsFolder, schema: schemaText }

/**
 * Makes the schema in an empty database, or applies the pending migrations; prepares the job library's tables, and grants the application's role its rights.
 * Returns the names of the applied migrations. Concurrent starts wait for each other. Throws `ConfigProblem` for a file that was changed after it was applied,
 * and for one that fails, which is rolled back.
 */
export async function migrate(ownerUrl: string, appRole: string, { folder, schema } = ours): Promise<string[]> {
  const migrations = readMigrations(folder)
  return withClient(ownerUrl, async (client) => {
    await waitForTurn(client)
    await client.query(`create schema if not exists ${productSchema}; create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
    if (edited)
      throw new ConfigProblem(
        `The migration ${edited.name} was changed after this database applied it: restore the file and write a new one.`,
      )
    const pending = migrations.filter(({ name }) => !applied.has(name))
    const isNew = applied.size === 0 && schema !== null
    if (pending.length > 0) await grantDefaultPrivileges(client, appRole)
    const grant = async () => {
      await grantToApp(client, appRole)
      await revokeDefaultPrivileges(client, appRole)
    }
    try {
      if (isNew) await createSchema(client, schema(), migrations)
      else for (const migration of pending) await apply(client, migration)
    } catch (error) {
      // Earlier migrations stay applied, and their tables may be append-only. On a lost connection it fails, and the next start does it.
      await grant().catch(() => {})
      throw error
    }
    await grant()
    await prepareJobs(client, appRole)
    return isNew ? [] : pending.map(({ name }) => name)
  })
}

/** The applied migrations that come after the last one of this version: the database was migrated by a later one. */
export async function laterMigrations(ownerUrl: string, folder = migrationsFolder): Promise<string[]> {
  const known = new Set(readMigrations(folder).map(({ name }) => name))
  const last = [...known].at(-1) ?? ''
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ name: string }>('select name from schema_migrations order by name'),
  )
  return rows.flatMap(({ name }) => (name > last && !known.has(name) ? [name] : []))
}
