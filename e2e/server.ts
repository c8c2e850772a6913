import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { testHash } from '../server/testing/testFixture.ts'
import { password } from './persona.ts'

const root = join(import.meta.dirname, '..')

/** Gives everybody of the demo the same password at the lowest cost of a hash: journeys sign in hundreds of times. */
async function cheapenPasswords(dataDir: string): Promise<void> {
  const running = runningEmbedded(dataDir)
  if (!running) throw new Error('the product of the journeys is not running')
  await withClient(running.ownerUrl, async (client) => {
    for (const people of ['users', 'staff'])
      await client.query(`update ${people} set password_hash = $1 where password_hash is not null`, [testHash(password)])
  })
}

/**
 * Starts the product as `npm start` does, built, on a fresh embedded database with demo data, and stops it after the
 * last journey. The undo period of a refund is 25 s: long enough to click in time on a busy machine, and short enough for
 * the few journeys that wait for its end.
 */
export default async function server(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trastienda-e2e-'))
  const address = `http://127.0.0.1:${process.env.E2E_PORT}`
  // The database for journeys, for what no page can do.
  process.env.E2E_DATA_DIR = dataDir
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const logFile = join(root, 'test-results', 'server.log')
  const log = openSync(logFile, 'w')
  const child = spawn(process.execPath, ['tools/start.ts'], {
    cwd: root,
    // When the channel closes the server stops, should this process be killed.
    stdio: ['ignore', log, log, 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'test',
      PORT: process.env.E2E_PORT,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
      REFUND_HOLD_SECONDS: '25',
      CODE_REST_SECONDS: '20',
      // All journeys send codes to the same few phones.
      SMS_HOURLY_PHONE: '10000',
      SMS_HOURLY_NETWORK: '10000',
      // Known to the journeys, so that one of them can sign an expired access token.
      SESSION_SECRET: process.env.E2E_SESSION_SECRET,
      LOG_LEVEL: 'warn',
      // Enough for the pages that journeys take their operations from.
      DEMO_OPERATIONS: '8000',
      // One journey opens the pages there.
      PAGE_ORIGINS: `http://127.0.0.1:${process.env.E2E_PAGES_PORT}`,
    },
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (const giveUpAt = Date.now() + 600_000; ; await sleep(100)) {
    const up = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) {
      await cheapenPasswords(dataDir)
      return stop
    }
    if (child.exitCode === null && Date.now() < giveUpAt) continue
    await stop()
    throw new Error(`The product did not start:\n${readFileSync(logFile, 'utf8')}`)
  }
}
