import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigProblem } from './configProblem.ts'
import { oldMinorWarning } from './oldMinor.ts'
import { oneServerTwiceWarning } from './oneServerTwice.ts'
import { productSchema } from './productSchema.ts'
import { withClient } from './withClient.ts'

type Facts = {
  version: string
  version_number: number
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  data_checksums: string
  superuser: boolean
  bypassrls: boolean
  role: string
  search_path: string
}

const pidOf = async (client: pg.Client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/**
 * Whether each connection is a session of its own. Behind a pooler in transaction mode it is not: while another connection's transaction holds the session that
 * this one used last, this one gets another session, or waits.
 */
const isOneSession = (url: string): Promise<boolean> =>
  withClient(url, (first) =>
    withClient(url, async (other) => {
      const before = await pidOf(first)
      await other.query('begin')
      await pidOf(other)
      const after = pidOf(first)
      const isSame = await Promise.race([after.then((pid) => pid === before), sleep(3_000, false)])
      await other.query('rollback')
      await after
      return isSame
    }),
  )

/**
 * Throws `ConfigProblem` for a database that could lose acknowledged writes, or an application role that bypasses row-level security. Missing data
 * checksums are an error for the embedded database and a warning for any other, whose file system may have its own. Returns the warnings.
 */
export async function assertSafeDatabase(appUrl: string, { embedded }: { embedded: boolean }): Promise<string[]> {
  const facts = await withClient(appUrl, async (client) => {
    const { rows } =
      await client.query<Facts>(`select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('data_checksums') as data_checksums, rolname as role, rolsuper as superuser, rolbypassrls as bypassrls,
      current_setting('search_path') as search_path
      from pg_roles where rolname = current_user`)
    return rows[0]
  })
  if (!facts) throw new ConfigProblem('The database does not say which role is signed in.')
  if (facts.search_path !== productSchema || !(await isOneSession(appUrl)))
    throw new ConfigProblem(
      'The database is behind a connection pooler that shares sessions, as PgBouncer in transaction mode: reads would lose the merchant they are limited to. Give the address of PostgreSQL itself; the server keeps a pool of its own.',
    )
  if (facts.version_number < 150_000) throw new ConfigProblem(`The database is PostgreSQL ${facts.version}; version 15 or later is needed.`)
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'] as const) {
    // Every other value of synchronous_commit waits at least for the local disk.
    if (facts[name] === 'off')
      throw new ConfigProblem(`The database runs with ${name} = off and could lose acknowledged payments: switch it on.`)
  }
  if (facts.superuser)
    throw new ConfigProblem(
      `The database role "${facts.role}" is a superuser, which bypasses row-level security between merchants: give DATABASE_URL an ordinary role and DATABASE_MIGRATION_URL the owner's.`,
    )
  if (facts.bypassrls)
    throw new ConfigProblem(
      `The database role "${facts.role}" has BYPASSRLS and bypasses row-level security between merchants: alter role "${facts.role}" nobypassrls.`,
    )
  const warnings = [...oldMinorWarning(facts.version_number), ...(await oneServerTwiceWarning(appUrl))]
  if (facts.data_checksums === 'on') return warnings
  if (embedded)
    throw new ConfigProblem(
      'The embedded database was made without data checksums, so damage on the disk would go unnoticed: make it anew.',
    )
  return [...warnings, 'The database has no data checksums: damage on the disk would go unnoticed (pg_checksums --enable).']
}
