import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { importedPaths } from './importProblems.ts'

/** Where tests get a database from. */
const testDatabase = 'server/testing/testDatabase.ts'

type QuickTests = {
  /** Those that need no database. */
  alone: string[]
  /** Those that need one, in the folders of the changed files. */
  besideChanges: string[]
}

/**
 * The tests of a commit, among the project's paths: none named crash, slow or night.
 * @param read a file's text, empty if there is no such file
 */
export function quickTests(paths: readonly string[], changed: readonly string[], read: (path: string) => string): QuickTests {
  const imports = new Map<string, string[]>()
  const importsOf = (name: string) => {
    const known = imports.get(name) ?? importedPaths({ name, text: read(name) })
    imports.set(name, known)
    return known
  }
  const needsDatabase = (name: string, seen = new Set<string>()): boolean => {
    if (name === testDatabase) return true
    if (seen.has(name)) return false
    seen.add(name)
    return importsOf(name).some((imported) => needsDatabase(imported, seen))
  }
  const quick = paths.filter((path) => /\.test\.tsx?$/.test(path) && !/\.(crash|slow|night)\.test\./.test(path))
  const { alone = [], withDatabase = [] } = Object.groupBy(quick, (path) => (needsDatabase(path) ? 'withDatabase' : 'alone'))
  const folders = new Set(changed.map((path) => posix.dirname(path)))
  return { alone, besideChanges: withDatabase.filter((path) => folders.has(posix.dirname(path))) }
}

/** A file of the project as text; empty if it is none. */
export const readIn =
  (root: string) =>
  (path: string): string => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return ''
    }
  }
