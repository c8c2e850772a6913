import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseName, startEmbedded } from '../embedded/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { appRole } from '../embedded/newCluster.ts'
import { sweepFolders } from '../embedded/clusterFolder.ts'
import { withClient } from '../platform/database/withClient.ts'
import { clusterBase } from './clusterBase.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clusterOwnerUrl: string
    clusterAppUrl: string
  }
}

const templateName = 't'

// Nothing outlives the run, there is no WAL archive, and a test opens many connections for one query each.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '300',
  // However much memory the machine has: no test needs more.
  shared_buffers: '256MB',
  io_method: 'sync',
  // Nothing that is not asked for is written out or looked after.
  bgwriter_lru_maxpages: '0',
  autovacuum_naptime: '1d',
  scram_iterations: '1',
}

/** Else each copy notes anew, in every page of the catalogue that it reads first, which rows are valid, and makes the file that its connections begin with. */
async function freezeCatalogue(templateUrl: string): Promise<void> {
  await withClient(templateUrl, async (client) => {
    const { rows } = await client.query<{ vacuum: string }>(
      `select 'vacuum (freeze) ' || string_agg(oid::regclass::text, ', ') as vacuum from pg_class where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r'`,
    )
    await client.query(rows[0]?.vacuum ?? '')
  })
  await withClient(templateUrl, (client) => client.query('select 1'))
}

/**
 * Starts one database server for the whole test run, with a migrated template `t` that each test database is a copy
 * of. Durability is off here and only here (crash tests start their own servers).
 */
export default async function testCluster(project: TestProject): Promise<() => Promise<void>> {
  const base = clusterBase()
  for (const place of new Set([base, tmpdir()])) await sweepFolders('trastienda-test-', place)
  const dataDir = mkdtempSync(join(base, 'trastienda-test-'))
  const cluster = await startEmbedded({
    dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
    settings,
    initdbWords: ['--set', 'scram_iterations=1', '--no-data-checksums'],
  })
  // A second interrupt does not wait: at least the memory is freed.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const end = async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end().then(() => process.exit(130)))
  try {
    const { ownerUrl } = cluster
    await withClient(ownerUrl, (client) => client.query(`create database ${templateName}`))
    const templateUrl = ownerUrl.replace(`/${databaseName}?`, `/${templateName}?`)
    await migrate(templateUrl, appRole)
    await freezeCatalogue(templateUrl)
    await withClient(ownerUrl, (client) => client.query(`alter database ${templateName} with is_template true allow_connections false`))
    project.provide('clusterOwnerUrl', ownerUrl)
    project.provide('clusterAppUrl', cluster.appUrl)
  } catch (error) {
    await end()
    throw error
  }
  return end
}
