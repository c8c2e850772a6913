import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fallenTests, within, without, type FallenTest } from './fallenTests.ts'
import { plantedDefects } from './plantedDefects.ts'
import { runTool } from './runTool.ts'
import type { PlantedDefect } from './plantedDefect.ts'

// `npm run defects [-- words of a name]`: plants each defect in a copy of the project and shows which test fails. A test counts if it passes without the
// defect, in the same copy at about the same time; one that failed only by a timeout is repeated without the defect, because the machine may be the cause.
const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2).join(' ')
/** Continues after the defect of this name, the last that an earlier run tried. */
const after = process.env.DEFECTS_AFTER

/** What git would keep, in a separate folder with the same packages. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'trastienda-defects-'))
  // Some tests run as another account.
  chmodSync(copy, 0o755)
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const name of names.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    cpSync(join(root, name), join(copy, name))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** The failed tests of these files. */
async function run(copy: string, tests: readonly string[]): Promise<FallenTest[]> {
  const report = join(copy, 'fallen.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const env = tests.some((test) => test.includes('.night.')) ? { NIGHTLY: '1' } : {}
  const { output } = await runTool(vitest, ['run', '--root', copy, '--reporter=json', `--outputFile=${report}`, ...tests], { env })
  try {
    return fallenTests(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    throw new Error(`The tests could not be run:\n${output.slice(-2_000)}`)
  }
}

/** As `run`, with the defect applied. */
async function runPlanted(copy: string, { file, find, replace, caughtBy }: PlantedDefect): Promise<FallenTest[]> {
  const path = join(copy, file)
  const sound = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  )
  try {
    return await run(copy, caughtBy)
  } finally {
    writeFileSync(path, sound)
  }
}

const maxSoundRuns = 3
const anyhow = new Map<string, FallenTest[]>()

/** The tests that fail in these files without any defect, in any of three runs; run once per file. */
async function fallsAnyhow(copy: string, tests: readonly string[]): Promise<FallenTest[]> {
  for (const test of tests.filter((name) => !anyhow.has(name))) {
    let falling = await run(copy, [test])
    for (let nth = 1; falling.length > 0 && nth < maxSoundRuns; nth += 1) falling = within(falling, await run(copy, [test]))
    anyhow.set(test, falling)
  }
  return tests.flatMap((test) => anyhow.get(test) ?? [])
}

/** The tests that fail only because of the defect. */
async function shownBy(copy: string, defect: PlantedDefect, falling: readonly FallenTest[]): Promise<FallenTest[]> {
  const first = without(await runPlanted(copy, defect), falling)
  const seen = first.filter(({ late }) => !late)
  if (seen.length > 0 || first.length === 0) return seen
  return without(within(await runPlanted(copy, defect), first), await run(copy, defect.caughtBy))
}

const copy = copyProject()
let caught = 0
const tried = plantedDefects.findIndex(({ name }) => name === after)
if (after !== undefined && tried < 0) throw new Error(`DEFECTS_AFTER=${after} is not a planted defect`)
const chosen = plantedDefects.slice(tried + 1).filter(({ name }) => name.includes(wanted))
try {
  for (const defect of chosen) {
    const falling = await fallsAnyhow(copy, defect.caughtBy)
    const [first, ...more] = await shownBy(copy, defect, falling)
    if (first) caught += 1
    const besides = falling.length > 0 ? ` (falls without it too: ${falling.map(({ name }) => name).join(', ')})` : ''
    console.log(
      first
        ? `caught   ${defect.name}: ${first.name}${more.length > 0 ? ` and ${more.length} more` : ''}`
        : `MISSED   ${defect.name}${besides}`,
    )
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${caught} of ${chosen.length} planted defects caught`)
process.exit(caught === chosen.length ? 0 : 1)
