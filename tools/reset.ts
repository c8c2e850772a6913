import { loadConfig } from '../server/platform/config/config.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import { removeCluster } from '../server/embedded/clusterFolder.ts'

// Deletes the embedded database; the next start creates it again with its demo data.
try {
  const config = loadConfig(process.env)
  if (config.databaseUrl)
    throw new ConfigProblem('DATABASE_URL is set, and only the embedded database is ever removed: drop that one yourself.')
  const removed = await removeCluster(config.dataDir)
  console.log(removed.length > 0 ? `Removed ${removed.join(', ')}` : 'There is no embedded database to remove.')
} catch (error) {
  if (!(error instanceof ConfigProblem)) throw error
  console.error(error.message)
  process.exit(1)
}
