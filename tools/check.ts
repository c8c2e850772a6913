import { quickTests } from './quickTests.ts'
import { runChecks, staticChecks } from './staticChecks.ts'

// `npm run check`: everything a commit needs. Crash tests, slow tests and journeys are left to `npm test`.
const startedAt = performance.now()
// In parallel: tests that wait for the database leave a CPU to the others.
const results = await runChecks({ ...staticChecks, tests: () => quickTests('run', '--reporter=dot') })
const passed = results.every(({ code }) => code === 0)
console.log(`${passed ? 'All is well' : 'Not yet'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
process.exit(passed ? 0 : 1)
