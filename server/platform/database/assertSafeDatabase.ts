import { ConfigProblem } from './configProblem.ts'
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
}

/**
 * Throws `ConfigProblem` for a database that could lose acknowledged writes, or an application role that bypasses row-level security. Missing data
 * checksums are an error for the embedded database and a warning for any other, whose file system may have its own. Returns the warnings.
 */
export async function assertSafeDatabase(appUrl: string, { embedded }: { embedded: boolean }): Promise<string[]> {
  const facts = await withClient(appUrl, async (client) => {
    const { rows } =
      await client.query<Facts>(`select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
      current_setting('data_checksums') as data_checksums, rolname as role, rolsuper as superuser, rolbypassrls as bypassrls
      from pg_roles where rolname = current_user`)
    return rows[0]
  })
  if (!facts) throw new ConfigProblem('The database does not say which role is signed in.')
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
  if (facts.data_checksums === 'on') return []
  if (embedded)
    throw new ConfigProblem(
      'The embedded database was made without data checksums, so damage on the disk would go unnoticed: make it anew.',
    )
  return ['The database has no data checksums: damage on the disk would go unnoticed (pg_checksums --enable).']
}
