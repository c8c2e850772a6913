import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fallenTests, within, without, type FallenTest } from './fallenTests.ts'
import { plantedDefects } from './plantedDefects.ts'
import { runTool } from './runTool.ts'
import type { Plot } from './defects.config.ts'
import type { PlantedDefect } from './plantedDefect.ts'

// `npm run defects [-- words of a name]`: plants defects, each in its own copy of the project, and shows which test fails. One run of vitest with one database
// server tries several copies and one without any defect; a test counts if it passes there. A defect that none catches so is tried alone, with a database of its own.
const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2).join(' ')
/** Continues after the defect of this name, the last that an earlier run tried. */
const after = process.env.DEFECTS_AFTER
/** How many defects are tried in one run: each costs the runner the memory of a copy's modules. */
const atOnce = 24

const folder = mkdtempSync(join(tmpdir(), 'trastienda-defects-'))
// Some tests run as another account.
chmodSync(folder, 0o755)

/** What git would keep, in a separate folder with the same packages. */
function copyProject(name: string): string {
  const copy = join(folder, name)
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of names.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs these tests, those of the first copy first. Returns the failed tests of a copy. */
async function run(plots: readonly Plot[]): Promise<(copy: string) => FallenTest[]> {
  const main = plots[0]?.root ?? ''
  const report = join(main, 'fallen.json')
  rmSync(report, { force: true })
  const args = ['run', '--root', main, '--config', join(root, 'tools/defects.config.ts'), '--reporter=json', `--outputFile=${report}`]
  const { output } = await runTool(join(root, 'node_modules/vitest/vitest.mjs'), args, { env: { DEFECT_PLOTS: JSON.stringify(plots) } })
  try {
    const read: unknown = JSON.parse(readFileSync(report, 'utf8'))
    return (copy) => fallenTests(read, copy)
  } catch {
    throw new Error(`The tests could not be run:\n${output.slice(-2_000)}`)
  }
}

/** The text with the defect. What follows keeps its lines: the tests look up the types of rows by line, and know those of the sound copy. */
function withDefect(text: string, { find, replace }: PlantedDefect): string {
  const missing = find.split('\n').length - replace.split('\n').length
  return text.replace(find, () => replace + '\n'.repeat(Math.max(0, missing)))
}

/** Calls `act` while these defects are planted, each in its copy. */
async function planted<T>(plantings: readonly (readonly [PlantedDefect, copy: string])[], act: () => Promise<T>): Promise<T> {
  for (const [defect, copy] of plantings)
    writeFileSync(join(copy, defect.file), withDefect(readFileSync(join(soundCopy, defect.file), 'utf8'), defect))
  try {
    return await act()
  } finally {
    for (const [{ file }, copy] of plantings) cpSync(join(soundCopy, file), join(copy, file))
  }
}

/** Tests that run alike: at full width, with the pages' files, which Node cannot read itself, or neither. */
const kindOf = ({ caughtBy }: PlantedDefect) =>
  caughtBy.some((test) => test.includes('.night.')) ? 'night' : caughtBy.some((test) => test.startsWith('web/')) ? 'web' : 'day'
const testsOf = (defects: readonly PlantedDefect[]) => [...new Set(defects.flatMap(({ caughtBy }) => caughtBy))]

/** Tries defects in one run, each in its copy. Returns for a copy a test that fails only because of its defect, if there is one. */
async function tryTogether(plantings: readonly (readonly [PlantedDefect, copy: string])[]): Promise<(copy: string) => FallenTest[]> {
  if (plantings.length === 0) return () => []
  const defects = plantings.map(([defect]) => defect)
  const sound = Object.values(Object.groupBy(defects, kindOf)).map((some = []) => ({ root: soundCopy, tests: testsOf(some) }))
  const plots = plantings.map(([{ caughtBy }, copy]) => ({ root: copy, tests: caughtBy }))
  const fallenIn = await planted(plantings, () => run([...sound, ...plots]))
  return (copy) => without(fallenIn(copy), fallenIn(soundCopy)).filter(({ late }) => !late)
}

/** Tries a defect by itself. A test that fails without it in each of three runs does not count, nor one that timed out only once. */
async function tryAlone(defect: PlantedDefect, copy: string): Promise<FallenTest[]> {
  const once = async () => (await run([{ root: copy, tests: defect.caughtBy }]))(copy)
  const fallen = await planted([[defect, copy]], once)
  let anyhow = fallen
  for (let nth = 0; nth < 3 && anyhow.length > 0; nth += 1) anyhow = within(anyhow, await once())
  const shown = without(fallen, anyhow)
  return shown.every(({ late }) => late) && shown.length > 0 ? within(shown, await planted([[defect, copy]], once)) : shown
}

const tried = plantedDefects.findIndex(({ name }) => name === after)
if (after !== undefined && tried < 0) throw new Error(`DEFECTS_AFTER=${after} is not a planted defect`)
const chosen = plantedDefects.slice(tried + 1).filter(({ name }) => name.includes(words))
const startedAt = performance.now()
const soundCopy = copyProject('sound')
const copies = chosen.slice(0, atOnce).map((_, nth) => copyProject(String(nth)))
let caught = 0
try {
  for (let from = 0; from < chosen.length; from += atOnce) {
    const plantings = chosen.slice(from, from + atOnce).map((defect, nth) => [defect, copies[nth] ?? ''] as const)
    // The first copy alone makes the database.
    const shownIn = await tryTogether(plantings.filter(([{ file }]) => !file.endsWith('.sql')))
    for (const [defect, copy] of plantings) {
      const [first] = shownIn(copy).length > 0 ? shownIn(copy) : await tryAlone(defect, copy)
      if (first) caught += 1
      console.log(first ? `caught   ${defect.name}: ${first.name}` : `MISSED   ${defect.name}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`${caught} of ${chosen.length} planted defects caught in ${minutes} minutes`)
process.exit(caught === chosen.length ? 0 : 1)
