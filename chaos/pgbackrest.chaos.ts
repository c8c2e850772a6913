import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../bench/freePort.ts'
import { postgresAccount } from '../server/embedded/postgresAccount.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { backupsPage, withPlaces } from './commandsOf.ts'
import { asPostgres, fill, lacksPrograms, rolesAndDatabase, timeOf } from './debianPostgres.ts'
import { startLoad } from './load.ts'
import { prove, refundCounts } from './prove.ts'
import type { Scenario } from './scenario.ts'

// Debian's PostgreSQL and pgBackRest by the commands of docs/backups.md.

/** A cluster of Debian's, whose settings and data are in one folder. */
async function startCluster(folder: string) {
  const page = backupsPage()
  const account = postgresAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o755)
  const port = await freePort()
  const [data, repository, conf] = [join(folder, 'data'), join(folder, 'repository'), join(folder, 'pgbackrest.conf')]
  mkdirSync(repository)
  if (account) chownSync(repository, account.uid, account.gid)
  // What Debian has in folders of the system.
  const places = `lock-path=${folder}\nlog-path=${folder}\nspool-path=${folder}\n`
  const settings = {
    '/var/lib/pgbackrest': repository,
    '/var/lib/postgresql/15/main': data,
    '5432': String(port),
    '[global]\n': `[global]\n${places}`,
  }
  writeFileSync(conf, `${withPlaces(page['pgbackrest.conf'], settings)}pg1-socket-path=${folder}\n`)
  const env = { PG_CLUSTER_CONF_ROOT: join(folder, 'etc'), PGBACKREST_CONFIG: conf }
  const shell = (script: string, more: Record<string, string> = {}) => asPostgres(script, { ...env, ...more }, folder)
  await shell(
    `mkdir etc && pg_createcluster 15 main -d ${data} -s ${folder} -l ${folder}/log -p ${port} -- --data-checksums && echo "PGBACKREST_CONFIG = '${conf}'" >> etc/15/main/environment`,
  )
  appendFileSync(join(folder, 'etc/15/main/postgresql.conf'), page['postgresql.conf'] ?? '')
  await shell('pg_ctlcluster 15 main start')
  for (const statement of [
    ...rolesAndDatabase('owner-of-the-drill', 'app-of-the-drill'),
    `alter role postgres password 'super-of-the-drill'`,
  ])
    await shell(`psql -q -h ${folder} -p ${port} -c "${statement}"`)
  return {
    shell,
    block: (name: string) => page[name] ?? '',
    superUrl: `postgres://postgres:super-of-the-drill@127.0.0.1:${port}/trastienda`,
    ownerUrl: `postgres://trastienda:owner-of-the-drill@127.0.0.1:${port}/trastienda`,
    appUrl: `postgres://trastienda_app:app-of-the-drill@127.0.0.1:${port}/trastienda`,
    stop: () => shell('pg_ctlcluster 15 main stop -m immediate').catch(() => ''),
  }
}

/** Again while it and a running server wait for each other's locks. */
const dropEverything = (ownerUrl: string): Promise<unknown> =>
  withClient(ownerUrl, (client) => client.query('drop schema trastienda cascade')).catch((error: Error & { code?: string }) => {
    if (error.code !== '40P01') throw error
    return dropEverything(ownerUrl)
  })

export const scenario: Scenario = {
  says: 'all tables are dropped by mistake, and pgBackRest restores the instant before; the servers that were left running serve again',
  lacks: () => lacksPrograms({ pgbackrest: 'pgbackrest', pg_createcluster: 'postgresql-common' }),
  async run(embedded, { brief }) {
    const folder = mkdtempSync(join(tmpdir(), 'trastienda-chaos-pgbackrest-'))
    const cluster = await startCluster(folder)
    try {
      const { ownerUrl, superUrl } = cluster
      const { installation, settings } = await fill(embedded, cluster)
      await cluster.shell(cluster.block('setup'))
      await cluster.shell(cluster.block('backup'))
      const node = await installation.node(settings)
      const session = await installation.session(node.address)
      const flow = async () => {
        const load = startLoad(installation, { address: () => node.address, session })
        await load.flowing(brief ? 30 : 300)
        return load.stop()
      }
      const before = await flow()
      const instant = await timeOf(ownerUrl)
      await dropEverything(ownerUrl)
      const damagedAt = performance.now()
      await cluster.shell(cluster.block('restore'), { instant })
      const restoredMs = Math.round(performance.now() - damagedAt)
      await node.untilReady()
      const restored = await prove(superUrl, before)
      const after = await flow()
      return [
        refundCounts(after),
        { name: 'stopped, restored and started', value: restoredMs, unit: 'ms', budget: 60_000 },
        { name: 'server still the same process', value: Number(node.alive()), unit: '', budget: 1, atLeast: true },
        ...restored.map((figure) => ({ ...figure, name: `at the instant: ${figure.name}` })),
        ...(await prove(superUrl, after)),
      ]
    } finally {
      await embedded.endNodes()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
