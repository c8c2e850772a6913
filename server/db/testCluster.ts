import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { databaseName, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { appRole } from './newCluster.ts'
import { sweepFolders } from './sweepFolders.ts'
import { withClient } from './withClient.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    clusterOwnerUrl: string
    clusterAppUrl: string
  }
}

export const templateName = 't'

/**
 * Starts one database server for the whole test run, with a migrated template `t` that each test database is a copy
 * of. Durability is off here and only here: nothing outlives the run (crash tests start servers of their own).
 */
export default async function testCluster(project: TestProject): Promise<() => Promise<void>> {
  await sweepFolders('trastienda-test-')
  const dataDir = mkdtempSync(join(tmpdir(), 'trastienda-test-'))
  const cluster = await startEmbedded({
    dataDir,
    log: (line) => process.stderr.write(`${line}\n`),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  const end = async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end().then(() => process.exit(130)))
  try {
    const { ownerUrl } = cluster
    await withClient(ownerUrl, (client) => client.query(`create database ${templateName}`))
    await migrate(ownerUrl.replace(`/${databaseName}?`, `/${templateName}?`), appRole)
    await withClient(ownerUrl, (client) => client.query(`alter database ${templateName} with is_template true allow_connections false`))
    project.provide('clusterOwnerUrl', ownerUrl)
    project.provide('clusterAppUrl', cluster.appUrl)
  } catch (error) {
    await end()
    throw error
  }
  return end
}
