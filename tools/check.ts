import { runTool, type ToolResult } from './runTool.ts'

// `npm run check`: all that a commit needs, in less than a minute. Crash tests, slow tests and journeys are left to `npm test`.
const steps: Record<string, () => Promise<ToolResult>> = {
  types: () => runTool('node_modules/typescript/bin/tsc', ['-b']),
  lint: () => runTool('node_modules/oxlint/bin/oxlint', []),
  format: () => runTool('node_modules/oxfmt/bin/oxfmt', ['--check']),
  house: () => runTool('tools/houseCheck.ts', []),
  tests: () => runTool('node_modules/vitest/vitest.mjs', ['run', '--exclude', '**/*.{crash,slow}.test.ts', '--reporter=dot']),
}

async function run(name: string): Promise<boolean> {
  const result = await steps[name]?.()
  if (!result) return false
  console.log(`${result.code === 0 ? 'ok  ' : 'FAIL'} ${name} (${(result.ms / 1000).toFixed(1)} s)`)
  if (result.code !== 0) console.log(result.output.trimEnd())
  return result.code === 0
}

const startedAt = performance.now()
// All at once: what waits for its database leaves a processor to the others.
const results = await Promise.all(Object.keys(steps).map(run))
console.log(`${results.every(Boolean) ? 'All is well' : 'Not yet'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
process.exit(results.every(Boolean) ? 0 : 1)
