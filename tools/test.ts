import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from './chromium.ts'
import { fallenJourneyWords, fallenWords } from './fallenTests.ts'
import { runTool } from './runTool.ts'
import { playwrightTally, vitestTally, type Tally } from './tally.ts'
import { webBuild } from './webBuild.ts'

// `npm test [-- words of file names]`: every test, then what fell once more, then one closing line. A run that breaks off counts as a failure.
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

/** Before all others: a server that one test starts reads the pages while another would be writing them. */
async function pages(): Promise<Tally> {
  await webBuild(say)
  return { passed: 0, failed: 0, skipped: 0 }
}

async function unitTests(): Promise<Tally> {
  const file = join(folder, 'vitest.json')
  const { code } = await runTool(
    'node_modules/vitest/vitest.mjs',
    ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters],
    { show: true },
  )
  const report = readReport(file)
  fallen.push(...fallenWords(report))
  return vitestTally(report, code)
}

async function journeys(): Promise<Tally> {
  if (!existsSync('e2e') || !readdirSync('e2e', { recursive: true }).some((name) => String(name).endsWith('.e2e.ts'))) {
    say('There is no journey in e2e/ yet.')
    return { passed: 0, failed: 0, skipped: 0 }
  }
  const file = join(folder, 'playwright.json')
  const { code } = await runTool(
    'node_modules/@playwright/test/cli.js',
    ['test', '--pass-with-no-tests', '--reporter=list,json', ...filters],
    {
      show: true,
      env: { CHROMIUM_PATH: await chromium(say), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    },
  )
  const report = readReport(file)
  fallen.push(...fallenJourneyWords(report))
  return playwrightTally(report, code)
}

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, () => (stopped = true))

const total: Tally = { passed: 0, failed: 0, skipped: 0 }
for (const run of [pages, unitTests, journeys]) {
  if (stopped) break
  const tally = await run().catch((error: Error) => {
    console.error(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
}
rmSync(folder, { recursive: true, force: true })
if (total.passed === 0 && total.failed === 0) {
  console.error('No test ran.')
  total.failed = 1
}
for (const words of fallen) say(`✗ ${words}`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed > 0 || stopped ? 1 : 0)
