import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../bench/freePort.ts'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { storedMail, type StoredEmail } from '../server/platform/outbound/storedMail.ts'

export type EmptyProduct = {
  url: string
  /** The printed address where the provider's first person sets up their access. */
  setupLink: string
  /** The newest e-mail to an address, or text message to a phone. */
  messageTo(recipient: string): Promise<StoredEmail>
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
  const child = spawn(process.execPath, ['tools/start.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: inside(cluster.appUrl),
      DATABASE_MIGRATION_URL: inside(cluster.ownerUrl),
      SEED: 'none',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await withClient(cluster.ownerUrl, (client) => client.query(`drop database ${name} with (force)`))
    rmSync(dataDir, { recursive: true, force: true })
  }
  // The address is the last line that it prints.
  while (!printed.includes(`\n${url}\n`)) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error('the empty product did not start')
    }
    await sleep(100)
  }
  const setupLink = /\S+\/console\/setup\S+/.exec(printed)?.[0] ?? ''
  return { url, setupLink, messageTo: (recipient) => messageTo(dataDir, recipient), stop }
}

async function messageTo(dataDir: string, recipient: string): Promise<StoredEmail> {
  for (;;) {
    const message = (await storedMail({ dataDir })).find(({ to }) => to.includes(recipient))
    if (message) return message
    await sleep(100)
  }
}
