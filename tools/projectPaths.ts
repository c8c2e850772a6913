import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const git = (root: string, ...words: readonly string[]): string[] =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '')

/** What git would keep: tracked and new files, without ignored and deleted ones. */
export const projectPaths = (root: string): string[] =>
  git(root, 'ls-files', '--cached', '--others', '--exclude-standard').filter((name) => existsSync(join(root, name)))

/** What the next commit would change: files that differ from the last one, new and deleted ones. */
export const changedPaths = (root: string): string[] => [
  ...git(root, 'diff', '--name-only', '--relative', 'HEAD'),
  ...git(root, 'ls-files', '--others', '--exclude-standard'),
]
