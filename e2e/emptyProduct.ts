import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
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
  /** Moves what shops have sold and what is not settled yet this many days into the past, so that its day has ended. */
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
  const daysLater = (days: number) => withClient(inside(cluster.ownerUrl), (client) => moveSales(client, days))
  return { url, setupLink, messageTo: (recipient) => messageTo(dataDir, recipient), daysLater, stop }
}

async function moveSales(client: Client, days: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from merchants')
  for (const { id } of rows) {
    await client.query(`select set_config('app.merchant_id', $1, false), set_config('app.mode', 'live', false)`, [id])
    const moved = `occurred_at = occurred_at - $1 * interval '1 day', value_on = value_on - $1::integer`
    await client.query(`update settlement_lines set ${moved} where settlement_id is null`, [days])
    await client.query(`update operations set last_captured_at = last_captured_at - $1 * interval '1 day'`, [days])
  }
  await client.query(`update settlement_runs set settled_until = '-infinity'`)
}

async function messageTo(dataDir: string, recipient: string): Promise<StoredEmail> {
  for (;;) {
    const message = (await storedMail({ dataDir })).find(({ to }) => to.includes(recipient))
    if (message) return message
    await sleep(100)
  }
}
