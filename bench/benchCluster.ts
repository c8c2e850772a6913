import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sweepFolders } from '../server/embedded/clusterFolder.ts'
import { startEmbedded, type Embedded } from '../server/embedded/embedded.ts'
import { appRole } from '../server/embedded/newCluster.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { onInterrupt } from './onInterrupt.ts'

const prefix = 'trastienda-benchmark-'

/**
 * Starts an embedded database with our tables for a benchmark, in a folder of its own. It ends with the benchmark, also with one that is interrupted; what a killed
 * one left behind is ended by the next. `stop` removes the folder too. `settings`: of the database server, instead of the product's.
 */
export async function benchCluster(settings: Record<string, string> = {}): Promise<Embedded & { dataDir: string }> {
  await sweepFolders(prefix)
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  const opening = startEmbedded({ dataDir, log: () => {}, settings })
  const stop = async () => {
    await opening.then(
      (cluster) => cluster.stop(),
      () => {},
    )
    remove()
  }
  onInterrupt(() => {
    // The work fails without its database, and would end this process before the folder is removed.
    process.on('uncaughtException', () => {})
    return stop()
  })
  const cluster = await opening.catch((error: unknown) => {
    remove()
    throw error
  })
  // After the handler by which the database ends itself.
  process.once('exit', remove)
  await migrate(cluster.ownerUrl, appRole)
  return { ...cluster, dataDir, stop }
}
