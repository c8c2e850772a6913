import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { end, figure } from '../bench/figure.ts'
import { startInstallation } from '../chaos/installation.ts'
import type { Scenario } from '../chaos/scenario.ts'

// `npm run chaos [-- name …] [--brief | --full]`: runs chaos/<name>.chaos.ts one after the other, each on its own installation: injects the fault under load, then
// checks the invariants, one JSON line per figure. `--list` lists the faults.
const flag = { type: 'boolean' } as const
const { values, positionals } = parseArgs({ allowPositionals: true, options: { brief: flag, full: flag, list: flag } })
const all = readdirSync('chaos')
  .filter((name) => name.endsWith('.chaos.ts'))
  .map((name) => name.replace('.chaos.ts', ''))
  .toSorted()
const unknown = positionals.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  process.exit(1)
}

// Child processes watch this process and end with it; a signal alone would not reach them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

async function read(name: string): Promise<Scenario> {
  const { scenario } = (await import(`../chaos/${name}.chaos.ts`)) as { scenario: Scenario }
  return scenario
}

async function run(name: string): Promise<void> {
  const scenario = await read(name)
  console.log(`${name}: ${scenario.says}`)
  if (values.list) return
  const lacking = scenario.lacks?.() ?? null
  if (lacking !== null) return console.log(`  not run: ${lacking}`)
  const installation = await startInstallation(scenario.operations === undefined ? {} : { operations: scenario.operations })
  const startedAt = performance.now()
  try {
    for (const one of await scenario.run(installation, { brief: values.brief ?? false, full: values.full ?? false })) figure(one)
    console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  } catch (error) {
    console.error(error)
    figure({ name: `${name} broke off`, value: 1, unit: '', budget: 0 })
  } finally {
    await installation.close()
  }
}

for (const name of positionals.length > 0 ? positionals : all) await run(name)
end()
