import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actionWords } from '#contract/actions'
import { languages } from '#domain/languages'
import { readMessages } from './messageFolders.ts'
import { languageProblems, messageProblems } from './messageProblems.ts'
import { migrationProblems, type MigrationFile } from './migrationProblems.ts'
import { roomProblems, type LintConfig } from './roomProblems.ts'
import { sourceProblems, type SourceFile } from './sourceProblems.ts'

// The norms that neither the compiler nor the linter knows. One line per breach, each saying what to do instead.

/** What git would keep: tracked and new files, without the ignored. */
function projectFiles(root: string): SourceFile[] {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n')
  return names
    .filter(
      (name) =>
        /^(domain|contract|client|server|web|e2e|bench|chaos|tools)\/.*\.(ts|tsx|css|mjs)$/.test(name) && existsSync(join(root, name)),
    )
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
}

function migrations(root: string): MigrationFile[] {
  const folder = join(root, 'server/db/migrations')
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

const root = join(import.meta.dirname, '..')
const files = projectFiles(root)
const spanish = readMessages(join(root, 'messages'), 'es')
// Calls say in their declarations what they do.
const source = new Map(spanish).set('actions.json', actionWords)
const others = languages.filter((language) => language !== 'es')
const problems = [
  ...sourceProblems(files),
  ...roomProblems(
    JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as LintConfig, // our own file
    files.map(({ name }) => name),
  ),
  ...messageProblems(files, spanish),
  ...others.flatMap((language) => languageProblems(language, source, readMessages(join(root, 'messages'), language))),
  ...migrationProblems(migrations(root)),
]
const shown = 40
for (const problem of problems.slice(0, shown)) console.error(problem)
if (problems.length > shown) console.error(`… and ${problems.length - shown} more`)
console.log(`${files.length} files, ${problems.length} breach${problems.length === 1 ? '' : 'es'}`)
process.exit(problems.length > 0 ? 1 : 0)
