import { join } from 'node:path'
import { changedPaths, projectPaths } from './projectPaths.ts'
import { quickTests, readIn } from './quickTests.ts'
import { runTool } from './runTool.ts'
import { runChecks, staticChecks } from './staticChecks.ts'

// `npm run check`: everything a commit needs, within a minute. All other tests, and journeys, are left to `npm test`.
const startedAt = performance.now()
const root = join(import.meta.dirname, '..')
const { alone, besideChanges } = quickTests(projectPaths(root), changedPaths(root), readIn(root))
/** Vitest for the given files alone. */
const run = (files: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runTool('node_modules/vitest/vitest.mjs', ['run', '--reporter=dot', ...files], { env: { NIGHTLY: undefined, ...env } })
// In parallel: each waits now and then, and leaves a CPU to the others.
const results = await runChecks({
  ...staticChecks,
  [`${alone.length} files of tests without a database`]: () => run(alone, { WITHOUT_DATABASE: '1' }),
  ...(besideChanges.length > 0 && { [`${besideChanges.length} beside changes`]: () => run(besideChanges) }),
})
const passed = results.every(({ code }) => code === 0)
console.log(`${passed ? 'All is well' : 'Not yet'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
process.exit(passed ? 0 : 1)
