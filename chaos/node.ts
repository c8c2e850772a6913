import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverFlags } from '../bench/bigShop.ts'
import { freePort } from '../bench/freePort.ts'

const root = join(import.meta.dirname, '..')

/** One process of the product, as an operator runs it. */
export type Node = {
  address: string
  port: number
  pid: number
  alive(): boolean
  /** Resident memory in bytes. */
  memory(): number
  /** Its console output so far. */
  said(): string
  /** Milliseconds until `/readyz` answers 200. */
  untilReady(patienceMs?: number): Promise<number>
  /** SIGKILL; resolves when it has exited. */
  kill(): Promise<void>
  /** SIGTERM; resolves with its exit code and duration. */
  stop(): Promise<{ code: number | null; ms: number }>
}

/** Starts `server/app/main.ts` with these settings and nothing from the environment but paths. */
export async function startNode(settings: Record<string, string>): Promise<Node> {
  const port = Number(settings.PORT ?? (await freePort()))
  const child = spawn(process.execPath, [...serverFlags, 'server/app/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: String(port),
      ...settings,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (output = (output + piece.toString()).slice(-200_000)))
  const alive = () => child.exitCode === null && child.signalCode === null
  const exited = once(child, 'exit')
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  void exited.then(() => process.off('exit', abandon))
  const address = `http://127.0.0.1:${port}`
  const end = async (signal: NodeJS.Signals) => {
    const startedAt = performance.now()
    if (alive()) child.kill(signal)
    await exited
    return { code: child.exitCode, ms: performance.now() - startedAt }
  }
  return {
    address,
    port,
    pid: child.pid ?? 0,
    alive,
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    said: () => output,
    async untilReady(patienceMs = 90_000) {
      const startedAt = performance.now()
      while (!(await isReady(address))) {
        if (!alive() || performance.now() - startedAt > patienceMs) throw new Error(`the server did not become ready:\n${output}`)
        await sleep(25)
      }
      return Math.round(performance.now() - startedAt)
    },
    kill: () => end('SIGKILL').then(() => {}),
    stop: () => end('SIGTERM'),
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
