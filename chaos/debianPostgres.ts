import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { migrate } from '../server/platform/database/migrate.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { writeOperations } from '../server/testing/operations/testOperations.ts'
import { writeFixture } from '../server/testing/testFixture.ts'
import type { Installation } from './installation.ts'

export const debianBinaries = '/usr/lib/postgresql/15/bin'

/** Why Debian's PostgreSQL with these programs is not available; null: it is. */
export function lacksPrograms(programs: Readonly<Record<string, string>>): string | null {
  if (process.getuid?.() !== 0) return 'Debian’s database is run by the account postgres, for which this needs root'
  if (!existsSync(debianBinaries)) return 'PostgreSQL 15 is not installed (Debian: apt-get install postgresql-15)'
  const missing = Object.keys(programs).find((program) => spawnSync('which', [program]).status !== 0)
  return missing === undefined ? null : `${missing} is not installed (Debian: apt-get install ${programs[missing]})`
}

const run = promisify(execFile)

/** Runs commands as the account postgres, each in turn; throws with what they wrote if one fails. */
export async function asPostgres(script: string, env: Readonly<Record<string, string>>, cwd: string): Promise<string> {
  const variables = Object.entries({ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env }).map(
    ([name, value]) => `${name}=${value}`,
  )
  try {
    const { stdout } = await run('runuser', ['-u', 'postgres', '--', 'env', '-i', ...variables, 'bash', '-e', '-c', script], {
      cwd,
      maxBuffer: 1 << 24,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`failed: ${script}\n${stdout.slice(-4_000)}${stderr.slice(-4_000)}`, { cause: error })
  }
}

/** The roles and the database of docs/install.md. */
export const rolesAndDatabase = (owner: string, app: string): string[] => [
  `create role trastienda login password '${owner}'`,
  `create role trastienda_app login password '${app}'`,
  'create database trastienda owner trastienda',
]

/** `superUrl`: of the account that may read and write past row-level security, to make the shop and to check it afterwards. */
export type DrillUrls = Record<'ownerUrl' | 'appUrl' | 'superUrl', string>

export type Filled = { installation: Installation; settings: Record<string, string> }

/** The shop of an installation, on another database; `installation` then has its operations, and `settings` lead a server there. */
export async function fill(installation: Installation, { ownerUrl, appUrl, superUrl }: DrillUrls): Promise<Filled> {
  await migrate(ownerUrl, 'trastienda_app')
  await writeFixture(superUrl)
  const operations = await writeOperations(
    superUrl,
    installation.operations.map(() => ({ substatus: 'payment_process' as const, totalCents: 300_000 })),
  )
  return {
    installation: { ...installation, operations, acknowledged: new Map() },
    settings: { DATABASE_URL: appUrl, DATABASE_MIGRATION_URL: ownerUrl },
  }
}

/** The time of the database, to the microsecond. */
export const timeOf = (ownerUrl: string): Promise<string> =>
  withClient(ownerUrl, async (client) => (await client.query<{ now: string }>('select clock_timestamp()::text as now')).rows[0]?.now ?? '')
