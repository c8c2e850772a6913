import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../bench/freePort.ts'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { storedMail, type StoredEmail } from '../server/platform/outbound/storedMail.ts'

const root = join(import.meta.dirname, '..')
const dayMs = 86_400_000

export type EmptyProduct = {
  url: string
  /** The printed address where the provider's first person sets up their access. */
  setupLink: string
  /** The product's clock. */
  now(): Date
  /** The newest e-mail to an address, or text message to a phone. */
  messageTo(recipient: string): Promise<StoredEmail>
  /** Stops the product and starts it again so many days later: what was due meanwhile is done then, and people must sign in again. */
  daysLater(days: number): Promise<void>
  stop(): Promise<void>
}

/** Starts the product without demo data, as a provider installs it: in a database of its own in the PostgreSQL of the journeys. `settings`: further ones. */
export async function emptyProduct(settings: Readonly<Record<string, string>> = {}): Promise<EmptyProduct> {
  const cluster = runningEmbedded(process.env.E2E_DATA_DIR ?? '')
  if (!cluster) throw new Error('the product of the journeys is not running')
  const name = `empty_${randomBytes(6).toString('hex')}`
  const inside = (address: string) => address.replace(/\/[^/?]+(?=\?|$)/, `/${name}`)
  await withClient(cluster.ownerUrl, (client) => client.query(`create database ${name}`))
  const [port, dataDir] = [await freePort(), mkdtempSync(join(tmpdir(), 'trastienda-empty-'))]
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: inside(cluster.appUrl),
    DATABASE_MIGRATION_URL: inside(cluster.ownerUrl),
    SEED: 'none',
    LOG_LEVEL: 'error',
    ...settings,
  }
  let aheadMs = 0
  const start = async () => startProduct(url, { ...env, CLOCK_MS: String(aheadMs) })
  let running = await start()
  const [, setupLink = ''] = /(\S+\/console\/setup\S+)/.exec(running.printed) ?? []
  return {
    url,
    setupLink,
    now: () => new Date(Date.now() + aheadMs),
    messageTo: (recipient) => messageTo(dataDir, recipient),
    daysLater: async (days) => {
      await running.stop()
      aheadMs += days * dayMs
      running = await start()
    },
    stop: async () => {
      await running.stop()
      await withClient(cluster.ownerUrl, (client) => client.query(`drop database ${name} with (force)`))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Running = { printed: string; stop(): Promise<void> }

/** Starts the product and waits until it answers. */
async function startProduct(url: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, ['--import', join(root, 'e2e/laterClock.ts'), 'tools/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env,
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  // The address is the last line that it prints.
  while (!printed.includes(`\n${url}\n`)) {
    if (child.exitCode !== null) throw new Error('the empty product did not start')
    await sleep(100)
  }
  return { printed, stop }
}

async function messageTo(dataDir: string, recipient: string): Promise<StoredEmail> {
  for (const giveUpAt = Date.now() + 180_000; Date.now() < giveUpAt; await sleep(100)) {
    const message = (await storedMail({ dataDir })).find(({ to }) => to.includes(recipient))
    if (message) return message
  }
  throw new Error(`no message arrived for ${recipient}`)
}
