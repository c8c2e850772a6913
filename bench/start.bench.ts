import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stop } from './bigShop.ts'
import { end, figure, quantile } from './figure.ts'
import { freePort } from './freePort.ts'
import { onInterrupt } from './onInterrupt.ts'

// How long `npm start` takes with an existing data folder; `npm run bench -- start`.
const rounds = Number(process.env.BENCH_ROUNDS ?? 8)
const dataDir = mkdtempSync(join(tmpdir(), 'trastienda-bench-'))
const port = String(await freePort())
let child: ChildProcess | undefined
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
onInterrupt(async () => child && stop(child))

/** Milliseconds until the address is printed; then the product is stopped. */
async function startOnce(): Promise<number> {
  const startedAt = performance.now()
  const started = spawn(process.execPath, ['tools/run.mjs', 'start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  let output = ''
  for await (const chunk of started.stdout) {
    output += String(chunk)
    if (output.trimEnd().endsWith(`http://127.0.0.1:${port}`)) break
  }
  const ms = performance.now() - startedAt
  await stop(started)
  return ms
}

const first = await startOnce()
const later: number[] = []
for (let round = 0; round < rounds; round += 1) later.push(await startOnce())
figure({ name: 'first start, demo data made', value: first, unit: 'ms', budget: 10_000 })
figure({
  name: 'later start, median',
  value: quantile(later, 0.5),
  unit: 'ms',
  budget: 3_000,
  facts: { longestMs: Math.round(Math.max(...later)) },
})
end()
