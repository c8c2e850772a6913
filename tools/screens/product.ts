import { buildServer, type Server } from '../../server/app/server.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { databaseName, startEmbedded } from '../../server/embedded/embedded.ts'
import { appRole } from '../../server/embedded/newCluster.ts'
import { sealedSecretOf } from '../../server/merchants/webhooks/secret.ts'
import { loadConfig } from '../../server/platform/config/config.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { withClient } from '../../server/platform/database/withClient.ts'
import { fixedDatabaseClock, picturedAt, productNow } from './fixedClock.ts'

// The product with demo data on a fresh embedded database, at the instant of the screenshots, with the settings of the environment. Tells its parent when it
// is ready, and ends with it.
const config = loadConfig(process.env, true)
const log = (line: string) => console.log(line)
const { ownerUrl, appUrl, stop } = await startEmbedded({ ...config, log })

let server: Server | undefined
async function end(): Promise<void> {
  await server?.close()
  await stop()
  process.exit(0)
}
process.once('disconnect', () => void end())
if (!process.connected) await end()

await withClient(ownerUrl, (client) => client.query(fixedDatabaseClock(client.escapeIdentifier(databaseName))))
await migrate(ownerUrl, appRole)
const { demoPassword, keySecrets } = config
await seedDemo({ ownerUrl, demoPassword, keySecret: keySecrets[0], sealedSecret: sealedSecretOf(keySecrets), now: picturedAt, log })
server = await buildServer({ config, databaseUrl: appUrl, now: productNow })
// Deadlines due until then are handled before the first screenshot.
await server.runClock()
await server.listen()
process.send?.('ready')
