import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { plantedDefects } from './plantedDefects.ts'
import { runTool } from './runTool.ts'

// `npm run defects [-- words of a name]`: plants each mistake in a copy of the project and shows which test falls on it.
const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2).join(' ')

/** What git would keep, in a folder of its own beside the same packages. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'trastienda-defects-'))
  // Some of the tests run as another account.
  chmodSync(copy, 0o755)
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const name of names.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    cpSync(join(root, name), join(copy, name))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

type Result = { testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[] }

/** Names of the tests that fell. */
async function fallen(copy: string, tests: readonly string[]): Promise<string[]> {
  const report = join(copy, 'fallen.json')
  rmSync(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { output } = await runTool(vitest, ['run', '--root', copy, '--reporter=json', `--outputFile=${report}`, ...tests])
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Result // the runner's own file
    const names = testResults.flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed'))
    return [
      ...names.map(({ fullName }) => fullName),
      ...testResults.flatMap(({ message }) => (message === '' ? [] : [message.split('\n')[0] ?? ''])),
    ]
  } catch {
    throw new Error(`The tests could not be run:\n${output.slice(-2_000)}`)
  }
}

const copy = copyProject()
let caught = 0
const chosen = plantedDefects.filter(({ name }) => name.includes(wanted))
try {
  const already = await fallen(copy, [...new Set(chosen.flatMap(({ caughtBy }) => caughtBy))])
  if (already.length > 0) throw new Error(`Without any planted defect these fall already: ${already.join(', ')}`)
  for (const defect of chosen) {
    const file = join(copy, defect.file)
    const sound = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      sound.replace(defect.find, () => defect.replace),
    )
    const names = await fallen(copy, defect.caughtBy)
    writeFileSync(file, sound)
    if (names.length > 0) caught += 1
    console.log(
      names.length > 0
        ? `caught   ${defect.name}: ${names[0]}${names.length > 1 ? ` and ${names.length - 1} more` : ''}`
        : `MISSED   ${defect.name}`,
    )
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${caught} of ${chosen.length} planted defects caught`)
process.exit(caught === chosen.length ? 0 : 1)
