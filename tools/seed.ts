import { parseArgs } from 'node:util'
import { loadConfig } from '../server/platform/config/config.ts'
import type { Secrets } from '../server/platform/config/secrets.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import { startEmbedded } from '../server/embedded/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { appRole } from '../server/embedded/newCluster.ts'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { sealedSecretOf } from '../server/merchants/webhooks/secret.ts'

// `npm run seed -- --operations N [--shops M]`: loads demo data of any size, in one shop or many, into the configured database, also while the
// server runs.
const say = (line: string) => console.log(`  ${line}`)

async function target(): Promise<{ ownerUrl: string; role: string; keySecrets: Secrets; sessionSecrets: Secrets; stop(): Promise<void> }> {
  const { databaseUrl, migrationUrl, dataDir, dataDirIsDefault, keySecrets, sessionSecrets } = loadConfig(process.env)
  const secrets = { keySecrets, sessionSecrets }
  if (databaseUrl) {
    const role = await withClient(
      databaseUrl,
      async (client) => (await client.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? '',
    )
    return { ownerUrl: migrationUrl ?? databaseUrl, role, ...secrets, stop: async () => {} }
  }
  const running = runningEmbedded(dataDir)
  if (running) return { ...running, role: appRole, ...secrets, stop: async () => {} }
  const started = await startEmbedded({ dataDir, dataDirIsDefault, log: say })
  return { ownerUrl: started.ownerUrl, role: appRole, ...secrets, stop: () => started.stop() }
}

try {
  const { values } = parseArgs({ options: { operations: { type: 'string' }, shops: { type: 'string' } } })
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new ConfigProblem(`--${name} needs a whole number from 1.`)
  const { ownerUrl, role, keySecrets, sessionSecrets, stop } = await target()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.once(signal, () => void stop().then(() => process.exit(130)))
  try {
    await migrate(ownerUrl, role)
    const { seedDemo } = await import('../server/demo/seed.ts')
    await seedDemo({
      ownerUrl,
      keySecret: keySecrets[0],
      sessionSecret: sessionSecrets[0],
      sealedSecret: sealedSecretOf(keySecrets),
      log: say,
      ...(values.operations && { operations: Number(values.operations) }),
      ...(values.shops && { shops: Number(values.shops) }),
    })
  } finally {
    await stop()
  }
  // Close the launcher's channel, which would keep this process alive.
  process.exit(0)
} catch (error) {
  console.error(
    error instanceof ConfigProblem || (error as { code?: string }).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
      ? (error as Error).message
      : error,
  )
  process.exit(1)
}
