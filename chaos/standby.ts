import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backup, basesOf } from '../server/embedded/backup.ts'
import { addressOf, databasePlace } from '../server/embedded/databasePlace.ts'
import { databaseName } from '../server/embedded/embedded.ts'
import { ownSettings } from '../server/embedded/ownSettings.ts'
import { launchPostgres, shutDownPostgres } from '../server/embedded/launchPostgres.ts'
import { appRole, ownerRole, type ClusterKeys } from '../server/embedded/newCluster.ts'
import { postgresAccount, type PostgresAccount } from '../server/embedded/postgresAccount.ts'
import { postgresBinaries } from '../server/embedded/postgresBinaries.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { openFaultProxy } from './faultProxy.ts'
import { socketOf, type Installation } from './installation.ts'

/** A second PostgreSQL that follows the installation's. */
type Standby = {
  ownerUrl: string
  appUrl: string
  /** Promotes it to primary; resolves when it accepts writes. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const standbyName = 'standby'

/**
 * Creates a standby of the installation's database from a base backup, as docs/runbook.md does, streaming over a connection with `lateMs` latency each way, and makes every
 * commit wait for it from now on (`synchronous`, unless the loss without it is to be shown).
 */
export async function startStandby(
  installation: Installation,
  { lateMs, synchronous }: { lateMs: number; synchronous: boolean },
): Promise<Standby> {
  const { ownerUrl } = installation.database
  const folder = mkdtempSync(join(installation.dataDir, 'standby-'))
  chmodSync(folder, 0o711)
  await withClient(ownerUrl, (client) => client.query('select pg_create_physical_replication_slot($1, true)', [standbyName]))
  await backup({ ownerUrl, folder: join(installation.dataDir, 'postgres'), backupDir: installation.backupDir, keep: 1 })
  cpSync(join(installation.backupDir, 'base', basesOf(installation.backupDir).at(-1) ?? ''), folder, { recursive: true })
  const [cluster, account] = [join(folder, 'cluster'), postgresAccount(installation.cluster)]
  chmodSync(cluster, 0o700)
  writeFileSync(join(cluster, 'standby.signal'), '')
  ownAll(cluster, account)
  const keys = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8')) as ClusterKeys
  const line = await openFaultProxy(socketOf(ownerUrl))
  line.set({ delayMs: lateMs })
  const place = await databasePlace(account)
  const child = await launchPostgres({
    program: join(postgresBinaries(account, dirname(folder)).folder, 'postgres'),
    cluster,
    logFile: join(folder, 'postgres.log'),
    place,
    account,
    settings: {
      ...ownSettings(cluster),
      primary_conninfo: `host=127.0.0.1 port=${line.port} user=${ownerRole} password=${keys.owner} application_name=${standbyName}`,
      primary_slot_name: standbyName,
    },
  })
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  if (synchronous)
    await withClient(ownerUrl, async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${standbyName}'`)
      await client.query('select pg_reload_conf()')
    })
  await untilFollowing(ownerUrl, synchronous ? 'sync' : 'async')
  const addresses = {
    ownerUrl: addressOf(place, ownerRole, keys.owner, databaseName),
    appUrl: addressOf(place, appRole, keys.app, databaseName),
  }
  return {
    ...addresses,
    promote: () => withClient(addresses.ownerUrl, async (client) => void (await client.query('select pg_promote(true, 60)'))),
    async stop() {
      await shutDownPostgres(child)
      process.off('exit', abandon)
      await line.close()
      if (place.socketFolder) rmSync(place.socketFolder, { recursive: true, force: true })
    },
  }
}

function ownAll(folder: string, account: PostgresAccount): void {
  if (!account) return
  for (const path of ['', ...(readdirSync(folder, { recursive: true }) as string[])])
    chownSync(join(folder, path), account.uid, account.gid)
}

async function untilFollowing(ownerUrl: string, syncState: 'sync' | 'async'): Promise<void> {
  const query = 'select sync_state from pg_stat_replication where application_name = $1'
  for (const giveUpAt = Date.now() + 30_000; Date.now() < giveUpAt; await sleep(50)) {
    const { rows } = await withClient(ownerUrl, (client) => client.query<{ sync_state: string }>(query, [standbyName]))
    if (rows[0]?.sync_state === syncState) return
  }
  throw new Error('the standby is not streaming')
}
