import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigProblem, loadConfig } from '../server/platform/config/config.ts'
import { refusePublicDemo } from '../server/platform/config/demoConfig.ts'
import { startEmbedded, type Embedded } from '../server/embedded/embedded.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { appRole } from '../server/embedded/newCluster.ts'
import { seedDemo } from '../server/demo/seed.ts'
import { welcome } from './welcome.ts'

// `npm run dev`: starts the embedded database once, restarts the API whenever its code changes, with Vite in front of it.
process.env.NODE_ENV ??= 'development'
const webPort = 5173
const address = `http://127.0.0.1:${webPort}`
const children: ChildProcess[] = []
let database: Embedded | undefined
const life = { stopping: false }

async function stop(code: number): Promise<void> {
  if (life.stopping) return
  life.stopping = true
  await Promise.all(
    children.map((child) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      return new Promise((resolve) => child.once('exit', resolve))
    }),
  )
  await database?.stop()
  process.exit(code)
}

function run(args: readonly string[], env: Record<string, string> = {}): void {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
  children.push(child)
  child.once('exit', (code) => void stop(code ?? 1))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void stop(0))
try {
  const config = loadConfig(process.env)
  if (!config.databaseUrl) {
    if (config.demo) refusePublicDemo(config)
    database = await startEmbedded({ ...config, log: console.log, onGivenUp: () => void stop(1) })
    await migrate(database.ownerUrl, appRole)
    // Here and not in the API: Node's watch mode sends its own messages through the seed's worker.
    if (config.demo)
      await seedDemo({ ownerUrl: database.ownerUrl, demoPassword: config.demoPassword, keySecret: config.keySecrets[0], log: console.log })
  }
  const env: Record<string, string> = database
    ? { DATABASE_URL: database.appUrl, DATABASE_MIGRATION_URL: database.ownerUrl, SEED: config.seed }
    : {}
  run(['--watch', '--watch-preserve-output', '--disable-warning=ExperimentalWarning', 'server/app/main.ts'], {
    ...env,
    PUBLIC_URL: process.env.PUBLIC_URL ?? address,
  })
  run(['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(webPort), '--strictPort'], { PORT: String(config.port) })
  const up = () =>
    fetch(`http://${config.host}:${config.port}/`).then(
      () => true,
      () => false,
    )
  while (!life.stopping && !(await up())) await sleep(100)
  if (!life.stopping) welcome({ address, config })
} catch (error) {
  console.error(error instanceof ConfigProblem ? error.message : error)
  await stop(1)
}
