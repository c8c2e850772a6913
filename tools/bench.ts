import { readdirSync } from 'node:fs'
import { runTool } from './runTool.ts'

// `npm run bench [-- name …]`: runs bench/<name>.bench.ts one after the other; each prints one JSON line per figure.
const chosen = process.argv.slice(2)
const all = readdirSync('bench')
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
  .toSorted()
const unknown = chosen.filter((name) => !all.includes(name))
if (unknown.length > 0 || all.length === 0) {
  console.error(
    all.length === 0 ? 'There is no benchmark yet.' : `There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}`,
  )
  process.exit(1)
}
let failed = 0
for (const name of chosen.length > 0 ? chosen : all) {
  const { code } = await runTool(`bench/${name}.bench.ts`, [], { show: true })
  if (code !== 0) failed += 1
}
if (failed > 0) console.error(`${failed} benchmark${failed === 1 ? '' : 's'} over budget or broken`)
process.exit(failed > 0 ? 1 : 0)
