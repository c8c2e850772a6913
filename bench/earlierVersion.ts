import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

function git(words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the project's history is needed: ${stderr.trim()}`)
  return stdout.trim()
}

/** The oldest version that supports an upgrade to this one without downtime: the first release, which is the last change of the baseline. */
export const oldestPromised = (): string => git(['log', '--format=%H', '-1', '--', 'server/platform/database/migrations/0001_baseline.sql'])

/** Checks out the product at a commit into a folder, with the current packages. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${commit} cannot be unpacked: ${stderr.trim()}`)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** Short name of a commit. */
export const shortOf = (commit: string): string => git(['rev-parse', '--short=10', commit])
