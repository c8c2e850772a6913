import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigProblem } from './configProblem.ts'
import { prepareJobs } from './prepareJobs.ts'
import { withClient } from './withClient.ts'

type Migration = { name: string; text: string; checksum: string }

const defaultFolder = join(import.meta.dirname, 'migrations')
/** Any fixed number: the advisory lock that two starts at once meet at. */
const lockKey = 7_201_964_083
/** Written by adding rows alone: the application can neither change nor remove one. */
const addOnly = ['audit_entries', 'ledger_journals', 'ledger_lines', 'erasures']
/** Of these the application sees the named columns alone: it writes and removes what it may not read. */
const unread: Readonly<Record<string, string>> = { blocked_customers: 'merchant_id, mode, operation_id, blocked_at, keep_until' }

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
    const twin = numbers.get(number)
    if (twin) throw new ConfigProblem(`Two migrations have the number ${number}: ${twin} and ${name}.`)
    numbers.set(number, name)
  }
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

const record = 'insert into schema_migrations (name, checksum) values ($1, $2)'

async function apply(client: pg.Client, { name, text, checksum }: Migration, attempt = 1): Promise<void> {
  // `create index concurrently` refuses a transaction: such a file says so and holds one statement.
  const alone = text.startsWith('-- no transaction')
  try {
    if (alone) await dropUnfinishedIndexes(client)
    if (!alone) await client.query("begin; set local lock_timeout = '1s'; set local statement_timeout = 0")
    await client.query(text)
    await client.query(record, [name, checksum])
    if (!alone) await client.query('commit')
  } catch (error) {
    if (!alone) await client.query('rollback')
    const { code, message, position } = error as pg.DatabaseError
    // On a live database a long query may hold the lock: let the queue behind us pass, and try again.
    if (code === '55P03' && attempt < 20) return sleep(500).then(() => apply(client, { name, text, checksum }, attempt + 1))
    const line = position ? `, line ${text.slice(0, Number(position)).split('\n').length}` : ''
    throw new ConfigProblem(`The migration ${name}${line} failed and was undone: ${message}`)
  }
}

/** An index whose building was interrupted stays behind, is used by nobody and would be taken for the finished one. */
async function dropUnfinishedIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name: indexName } of rows) await client.query(`drop index concurrently ${indexName}`)
}

/**
 * What the migrations make from now on, the application may use as soon as it is there: an earlier version that serves meanwhile may come to it by a trigger, long before
 * `grantToApp`, or for as long as a killed start is not repeated. Over once the migrations are.
 */
async function grantAsMade(client: pg.Client, appRole: string): Promise<void> {
  const escapedRole = client.escapeIdentifier(appRole)
  await client.query(
    `alter default privileges in schema public grant select, insert, update, delete on tables to ${escapedRole};
     alter default privileges in schema public grant usage on sequences to ${escapedRole}`,
  )
}

async function endGrantAsMade(client: pg.Client, appRole: string): Promise<void> {
  const escapedRole = client.escapeIdentifier(appRole)
  await client.query(
    `alter default privileges in schema public revoke select, insert, update, delete on tables from ${escapedRole};
     alter default privileges in schema public revoke usage on sequences from ${escapedRole}`,
  )
}

async function grantToApp(client: pg.Client, appRole: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; there: string[] }>(
    'select current_user as owner, array(select table_name::text from information_schema.tables where table_schema = $1 and table_name = any($2)) as there',
    ['public', [...addOnly, ...Object.keys(unread)]],
  )
  // An owner needs its own rights (foreign keys are checked with them): a single role cannot be narrowed.
  if (!rows[0] || rows[0].owner === appRole) return
  const role = client.escapeIdentifier(appRole)
  const { there } = rows[0]
  const narrowed = addOnly.filter((name) => there.includes(name)).join(', ')
  const hidden = Object.entries(unread).filter(([name]) => there.includes(name))
  await client.query(
    [
      'begin',
      `grant usage on schema public to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
      `grant usage on all sequences in schema public to ${role}`,
      `grant execute on all functions in schema public to ${role}`,
      `revoke truncate on all tables in schema public from ${role}`,
      `revoke insert, update, delete on schema_migrations from ${role}`,
      ...(narrowed ? [`revoke update, delete, truncate on ${narrowed} from ${role}`] : []),
      ...hidden.flatMap(([name, seen]) => [
        `revoke select, update on ${name} from ${role}`,
        `grant select (${seen}) on ${name} to ${role}`,
      ]),
      'commit',
    ].join(';'),
  )
}

/**
 * Brings the database to this version, the job library's tables included, and gives the application's role its rights. Returns the names of the migrations
 * applied now. Two starts at once take turns; a file changed after it was applied, or one that fails, is a
 * `ConfigProblem`, with nothing of it left behind.
 */
export async function migrate(ownerUrl: string, appRole: string, folder = defaultFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  return withClient(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const edited = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
    if (edited)
      throw new ConfigProblem(
        `The migration ${edited.name} was changed after this database applied it: restore the file and write a new one.`,
      )
    const waiting = migrations.filter(({ name }) => !applied.has(name))
    if (waiting.length > 0) await grantAsMade(client, appRole)
    try {
      for (const migration of waiting) await apply(client, migration)
    } finally {
      // Those before one that fails stand, and their tables may be for adding to alone.
      await grantToApp(client, appRole)
      await endGrantAsMade(client, appRole)
    }
    await prepareJobs(client, appRole)
    return waiting.map(({ name }) => name)
  })
}
