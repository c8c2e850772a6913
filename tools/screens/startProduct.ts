import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../bench/freePort.ts'

/** The same port in every run if it is free: some screens show the address. */
const defaultPort = 19_990

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** Starts the product at the instant of the screenshots on its own database, which is deleted when it stops. */
export async function startProduct(say: (line: string) => void): Promise<{ port: number; stop(): Promise<void> }> {
  const port = (await isFree(defaultPort)) ? defaultPort : await freePort()
  if (port !== defaultPort) say(`Port ${defaultPort} is taken: pictures that show the address will differ (${port})`)
  const dataDir = mkdtempSync(join(tmpdir(), 'trastienda-screens-'))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, 'product.ts')], {
    // When the channel closes the product stops, should this process be killed.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH,
      HOME,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      // Keys and codes on the screens are derived from it.
      SESSION_SECRET: 'the same secret for every run of the pictures',
      LOG_LEVEL: 'error',
      SMS_HOURLY_PHONE: '10000',
      SMS_HOURLY_NETWORK: '10000',
    },
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    if (child.connected) child.disconnect()
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  const first = await Promise.race([once(child, 'message'), exited.then(() => null)])
  if (first === null) {
    await stop()
    throw new Error('The product did not start.')
  }
  return { port, stop }
}
