import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clusterFolder, writableFolder } from './clusterFolder.ts'
import { addressOf, databasePlace, type DatabasePlace } from './databasePlace.ts'
import { launchPostgres, type PostgresLaunch } from './launchPostgres.ts'
import { lockFolder } from './lockFolder.ts'
import { appRole, newCluster, ownerRole, type ClusterKeys } from './newCluster.ts'
import { ownSettings } from './ownSettings.ts'
import { postgresBinaries } from './postgresBinaries.ts'
import { stopOrphan } from './stopOrphan.ts'
import { supervisePostgres } from './supervisePostgres.ts'
import { archiveSettings } from './walArchive.ts'
import { withClient } from '../platform/database/withClient.ts'

export type Embedded = {
  /** Superuser: migrations and seed only. */
  ownerUrl: string
  /** The application's role: no superuser, and subject to row-level security. */
  appUrl: string
  created: boolean
  pid(): number | undefined
  stop(): Promise<void>
}

type EmbeddedOptions = {
  dataDir: string
  log: (line: string) => void
  /** False if the operator chose the folder: then it is never replaced by another one. */
  dataDirIsDefault?: boolean
  /** Where the WAL is archived for backups; null: nowhere. */
  backupDir?: string | null
  /** Overrides of server settings and of initdb's arguments; for tests. */
  settings?: Record<string, string>
  initdbWords?: readonly string[]
  /** Called when the database keeps crashing and was given up. */
  onGivenUp?: (error: Error) => void
}

export const databaseName = 'trastienda'

/** Creates what an interrupted first start may have left out: the database and the application's role. */
async function ensureDatabase(place: DatabasePlace, keys: ClusterKeys): Promise<void> {
  await withClient(addressOf(place, ownerRole, keys.owner, 'postgres'), async (client) => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      'select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $2) as database',
      [appRole, databaseName],
    )
    const passwordLiteral = client.escapeLiteral(keys.app)
    if (!rows[0]?.role) {
      await client.query(
        `create role ${appRole} login nosuperuser nobypassrls nocreatedb nocreaterole noreplication password ${passwordLiteral}`,
      )
    }
    if (!rows[0]?.database) await client.query(`create database ${databaseName}`)
  })
}

/**
 * Starts the bundled PostgreSQL on its own folder, after stopping an orphan of a killed
 * predecessor. Throws a `ConfigProblem` for whatever the operator can fix.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = writableFolder(options.dataDir)
  const lock = await lockFolder(dataDir)
  let place: DatabasePlace | undefined
  const tidy = () => {
    if (place?.socketFolder) rmSync(place.socketFolder, { recursive: true, force: true })
    lock.release()
  }
  try {
    const { folder, account } = clusterFolder(dataDir, options.dataDirIsDefault ?? false)
    const binaries = postgresBinaries(account, dirname(folder))
    const { keys, created } = await newCluster(binaries, account, folder, options.initdbWords)
    const cluster = join(folder, 'cluster')
    if (!created && (await stopOrphan(cluster)) === 'stopped') options.log('Stopped the database that a killed server had left running')
    const logFile = join(folder, 'postgres.log')
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(logFile, `${logFile}.old`)
    place = await databasePlace(account)
    const launchOptions: PostgresLaunch = {
      program: join(binaries.folder, 'postgres'),
      cluster,
      logFile,
      place,
      account,
      settings: { ...ownSettings(cluster), ...(options.backupDir ? archiveSettings(options.backupDir, account) : {}), ...options.settings },
    }
    const running = supervisePostgres(await launchPostgres(launchOptions), launchOptions, options)
    process.once('exit', running.stopAtOnce)
    let stopped: Promise<void> | undefined
    const stop = () =>
      (stopped ??= running.stop().then(() => {
        process.off('exit', running.stopAtOnce)
        tidy()
      }))
    await ensureDatabase(place, keys).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    return {
      ownerUrl: addressOf(place, ownerRole, keys.owner, databaseName),
      appUrl: addressOf(place, appRole, keys.app, databaseName),
      created,
      pid: running.pid,
      stop,
    }
  } catch (error) {
    tidy()
    throw error
  }
}
