import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from './chromium.ts'
import { failedCheckTitles, failedJourneyTitles, failedTestTitles } from './fallenTests.ts'
import { runTool } from './runTool.ts'
import { runChecks, staticChecks } from './staticChecks.ts'
import { none, playwrightTally, sum, vitestTally, type Tally } from './tally.ts'
import { webBuild } from './webBuild.ts'

// `npm test [-- words of file names]`: types, lint, format and the other checks of the source, every test, then the names of those that failed, then a summary line.
// A check that fails counts as a failed test, and the run continues. An interrupted run counts as a failure.
const filters = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'trastienda-report-'))
const say = (line: string) => console.log(line)
const fallen: string[] = []

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** The checks of the source: each counts as a test. */
async function sourceChecks(): Promise<Tally> {
  const results = await runChecks(staticChecks)
  const failed = results.filter(({ code }) => code !== 0)
  fallen.push(...failed.map(({ name, output }) => failedCheckTitles(name, output)))
  return { passed: results.length - failed.length, failed: failed.length, skipped: 0 }
}

/** Before all others: a server started by a test reads the pages while another would be writing them. */
async function pages(): Promise<Tally> {
  await webBuild(say)
  return none
}

async function unitTests(): Promise<Tally> {
  const file = join(folder, 'vitest.json')
  const { code } = await runTool(
    'node_modules/vitest/vitest.mjs',
    ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters],
    { show: true },
  )
  const report = readReport(file)
  fallen.push(...failedTestTitles(report))
  return vitestTally(report, code)
}

async function journeys(): Promise<Tally> {
  const file = join(folder, 'playwright.json')
  const { code } = await runTool(
    'node_modules/@playwright/test/cli.js',
    ['test', '--pass-with-no-tests', '--reporter=list,json', ...filters],
    {
      show: true,
      env: {
        CHROMIUM_PATH: await chromium(say),
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        // Node removes the types itself: the runner's own translation of all journeys costs eight seconds of processor after each change.
        PW_DISABLE_TS_ESM: '1',
      },
    },
  )
  const report = readReport(file)
  fallen.push(...failedJourneyTitles(report))
  return playwrightTally(report, code)
}

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, () => (stopped = true))

/** The counts of a run; an interrupted one counts as a failure, and runs skipped after a stop count nothing. */
async function counted(run: () => Promise<Tally>): Promise<Tally> {
  if (stopped) return none
  return run().catch((error: Error) => {
    console.error(error.message)
    return { ...none, failed: 1 }
  })
}

// The checks use one processor beside the build of the pages, which all tests wait for, and end beside them.
const checks = counted(sourceChecks)
const built = await counted(pages)
// In parallel: both mostly wait for databases and pages.
const tests = [built, ...(await Promise.all([counted(unitTests), counted(journeys)]))]
const checked = await checks
rmSync(folder, { recursive: true, force: true })
if (tests.every(({ passed, failed }) => passed + failed === 0)) {
  console.error('No test ran.')
  tests.push({ ...none, failed: 1 })
}
for (const words of fallen) say(`✗ ${words}`)
const total = sum([checked, ...tests])
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 || stopped ? 1 : 0)
