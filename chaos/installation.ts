import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded, type Embedded } from '../server/embedded/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { appRole } from '../server/embedded/newCluster.ts'
import { keptFolderPrefix, sweepFolders } from '../server/embedded/clusterFolder.ts'
import { ids, personas, testPassword, writeFixture } from '../server/testing/testFixture.ts'
import { hexOf } from '../server/platform/calls/wire.ts'
import { writeOperations } from '../server/testing/operations/testOperations.ts'
import { startNode, type Node } from './node.ts'

/** A signed-in member, on any node. */
export type Session = Record<'authorization' | 'cookie', string>

/** A durable database with a shop on it, for servers in separate processes. */
export type Installation = {
  dataDir: string
  database: Embedded
  cluster: string
  /** The archive folder. */
  backupDir: string
  merchantId: string
  /** Captured operations of 3 000 €, by their public ids. */
  operations: string[]
  /** Acknowledged refunds of this installation, by operation: their ids. */
  acknowledged: Map<string, string[]>
  /** Settings that all processes share. */
  settings: Record<string, string>
  /** Starts one more process and waits until it is ready; it ends with the installation. */
  node(settings?: Record<string, string>): Promise<Node>
  /** Kills every process that was started. */
  endNodes(): Promise<void>
  /** Signs the owner in. */
  session(address: string): Promise<Session>
  /** Ends everything; the folder is deleted too unless it is to be kept. */
  close(options?: { keepFolder: boolean }): Promise<void>
}

const prefix = 'trastienda-chaos-'

/** The database's connection string through the proxy on this local port. */
export function throughPort(url: string, port: number): string {
  const { username, password, pathname } = new URL(url)
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`
}

/** Sends a signal to PostgreSQL; without a pid it throws, because number 0 would be every process of our own group. */
export function killDatabase({ database }: Installation, signal: NodeJS.Signals): void {
  const pid = database.pid()
  if (pid === undefined) throw new Error('PostgreSQL is not running')
  process.kill(pid, signal)
}

/** Kills PostgreSQL; resolves with the milliseconds until its supervisor has started it again, and it accepts connections. Throws if that takes two minutes. */
export async function restartDatabase(installation: Installation, signal: NodeJS.Signals): Promise<number> {
  const [killed, startedAt] = [installation.database.pid(), performance.now()]
  killDatabase(installation, signal)
  while (installation.database.pid() === killed) {
    if (performance.now() - startedAt > 120_000) throw new Error('PostgreSQL was not started again')
    await sleep(5)
  }
  return Math.round(performance.now() - startedAt)
}

/** PostgreSQL's real address, for a proxy in front of it. */
export const socketOf = (url: string) => ({ path: join(new URL(url).searchParams.get('host') ?? '', '.s.PGSQL.5432') })

/** Creates the installation in its own folder, which is deleted with it; `dataDir` sets another place. */
export async function startInstallation({
  dataDir: dataDirOf,
  operations: many = 24,
}: { dataDir?: string; operations?: number } = {}): Promise<Installation> {
  await sweepFolders(prefix)
  const dataDir = dataDirOf ?? mkdtempSync(join(tmpdir(), keptFolderPrefix(prefix)))
  const backupDir = join(dataDir, 'backup')
  mkdirSync(backupDir, { mode: 0o711 })
  const database = await startEmbedded({ dataDir, backupDir, log: () => {} })
  const { ownerUrl, appUrl } = database
  await migrate(ownerUrl, appRole)
  await writeFixture(ownerUrl)
  const operations = await writeOperations(
    ownerUrl,
    Array.from({ length: many }, () => ({ substatus: 'payment_process' as const, totalCents: 300_000 })),
  )
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: appUrl,
    DATABASE_MIGRATION_URL: ownerUrl,
    SESSION_SECRET: 'a secret that all nodes of this installation share',
    SEED: 'none',
    CONFIRM_NEW_DEVICES: 'no',
    REFUND_HOLD_SECONDS: '0',
  }
  const nodes = new Set<Node>()
  const endNodes = async () => {
    await Promise.all([...nodes].map((node) => node.kill()))
    nodes.clear()
  }
  return {
    dataDir,
    database,
    cluster: join(dataDir, 'postgres/cluster'),
    backupDir,
    merchantId: hexOf(ids.merchantA1),
    operations,
    acknowledged: new Map(),
    settings,
    async node(own = {}) {
      const node = await startNode({ ...settings, ...own })
      nodes.add(node)
      await node.untilReady()
      return node
    },
    endNodes,
    session: signIn,
    async close({ keepFolder } = { keepFolder: false }) {
      await endNodes()
      await database.stop()
      if (!keepFolder) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function signIn(address: string): Promise<Session> {
  const answer = await fetch(`${address}/v2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: personas.ownerA.email, password: testPassword }),
  })
  if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.status} ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${token}`, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
