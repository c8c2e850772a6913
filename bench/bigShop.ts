import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { chainOwner } from '../server/demo/chain.ts'
import { runTool } from '../tools/runTool.ts'
import { freePort } from './freePort.ts'

const root = join(import.meta.dirname, '..')
const agent = new http.Agent({ keepAlive: true, maxSockets: 200 })

/** Starts the server as the product does. */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=30']
const surroundings = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
}

export type BigShop = {
  address: string
  merchantId: string
  /** The headers of a signed-in call. */
  headers: Record<string, string>
  /** Milliseconds of one call, its response and whether it succeeded. */
  call(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ ms: number; firstByteMs: number; status: number; text: string; bytes: number }>
  /** The embedded database's connection strings, for measurements beside the server. */
  database: { ownerUrl: string; appUrl: string }
  /** Resident memory of the server, in bytes. */
  memory(): number
  /** CPU time used so far, in milliseconds: unlike wall-clock time it does not depend on the load of the machine. */
  cpuMs(): { server: number; database: number }
  stop(): Promise<void>
}

/**
 * Serves a shop with this many operations from its own folder, created once and kept between runs; `shops`: a chain that has them together; `folder`: another
 * one, for benchmarks that add data.
 */
export async function openBigShop(
  operations: number,
  { shops = 1, folder = shops > 1 ? `bench-${operations}-${shops}` : `bench-${operations}` }: { shops?: number; folder?: string } = {},
): Promise<BigShop> {
  const dataDir = join(root, '.data', folder)
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    REFUND_HOLD_SECONDS: '0',
    SEED: 'demo',
  }
  const seeded = await runTool('tools/seed.ts', ['--operations', String(operations), '--shops', String(shops)], { env })
  if (seeded.code !== 0) throw new Error(seeded.output)
  const { server, address } = await startServer(env)
  const signedIn = await signIn(address, shops > 1 ? chainOwner(0) : 'owner.empresa@demo.test')
  const call: BigShop['call'] = (method, path, body, headers = {}) => request(address + path, method, body, { ...signedIn, ...headers })
  const merchants = JSON.parse((await call('GET', '/v2/merchants')).text) as { id: string; name: string }[]
  const shop = operations > 20_000 && shops === 1 ? merchants.find(({ name }) => name.startsWith('Gran almacén')) : merchants[0]
  if (!shop) throw new Error('the seeded shop is missing')
  const database = runningEmbedded(dataDir)
  if (!database) throw new Error('the database of the shop does not run')
  return {
    address,
    merchantId: shop.id,
    headers: signedIn,
    call,
    database,
    memory: () => residentBytes(server),
    cpuMs: () => cpuMs(server),
    stop: () => stop(server),
  }
}

/** Starts the product with these settings and waits until it is ready. */
export async function startServer(env: Record<string, string> & { PORT: string }): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(process.execPath, [...serverFlags, 'server/app/main.ts'], {
    cwd: root,
    // When the channel closes the server stops: an aborted benchmark leaves none running.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env, ...surroundings },
  })
  const address = `http://127.0.0.1:${env.PORT}`
  await untilReady(address)
  return { server, address }
}

/** The headers of a signed-in call of this demo persona. */
export async function signIn(address: string, email: string): Promise<Record<'authorization' | 'cookie', string>> {
  const answer = await fetch(`${address}/v2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: process.env.DEMO_PASSWORD || 'Trastienda-demo-1' }),
  })
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${token}`, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

export function request(
  url: string,
  method: string,
  body: object | undefined,
  headers: Record<string, string>,
): ReturnType<BigShop['call']> {
  const started = performance.now()
  const text = body && JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        method,
        agent,
        headers: { ...headers, ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}) },
      },
      (answer) => {
        const firstByteMs = performance.now() - started
        const pieces: Buffer[] = []
        let bytes = 0
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length
          // A download is counted, not stored.
          if (bytes < 5_000_000) pieces.push(piece)
        })
        answer.on('end', () =>
          resolve({
            ms: performance.now() - started,
            firstByteMs,
            status: answer.statusCode ?? 0,
            text: Buffer.concat(pieces).toString(),
            bytes,
          }),
        )
        answer.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(text)
  })
}

async function untilReady(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (
      await fetch(`${address}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not become ready')
}

export async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

function residentBytes({ pid }: ChildProcess): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}

/** Ticks of a process and of all its live descendants, from /proc; a tick is 10 ms. */
export function cpuMs({ pid }: { pid?: number | undefined }): { server: number; database: number } {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // After the name in brackets: state, parent … fields 12 and 13 are the ticks, 14 and 15 those of exited children.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
          .map(Number)
        const ticks = [11, 12, 13, 14].reduce((all, at) => all + (fields[at] ?? 0), 0)
        return [{ pid: Number(name), parent: fields[1] ?? 0, ms: ticks * 10 }]
      } catch {
        return []
      }
    })
  const below = (parent: number): number =>
    processes.filter((one) => one.parent === parent).reduce((all, one) => all + one.ms + below(one.pid), 0)
  const server = processes.find((one) => one.pid === pid)?.ms ?? 0
  return { server, database: below(pid ?? 0) }
}
