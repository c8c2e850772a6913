import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actionWords } from '#contract/actions'
import { languages } from '#domain/platform/languages'
import { settings } from '../server/platform/config/settings.ts'
import { classProblems } from './classProblems.ts'
import { exportProblems } from './exportProblems.ts'
import { importProblems } from './importProblems.ts'
import { importRules } from './importRules.ts'
import { readMessages } from './messageFolders.ts'
import { languageProblems, messageProblems } from './messageProblems.ts'
import { migrationProblems, type MigrationFile } from './migrationProblems.ts'
import { projectPaths } from './projectPaths.ts'
import { referenceProblems } from './referenceProblems.ts'
import { sourceProblems, type SourceFile } from './sourceProblems.ts'
import { termProblems } from './termProblems.ts'

// Project rules that neither the compiler nor the linter checks. One line per violation, each with the alternative.

const isSource = (name: string) => /^(domain|contract|client|server|web|e2e|bench|chaos|tools)\/.*\.(ts|tsx|css|mjs)$/.test(name)
/** Documents for readers. The changelog describes the past, and licence notices are third-party text. */
const isDocument = (name: string) => /^[^/]+\.md$|^docs\/.*\.md$/.test(name) && !/(CHANGELOG|THIRD-PARTY)\.md$/.test(name)

/** Names of all `package.json` scripts. */
const scriptsOf = (manifests: readonly SourceFile[]) =>
  new Set(manifests.flatMap(({ text }) => Object.keys((JSON.parse(text) as { scripts?: object }).scripts ?? {}))) // our own files

function migrations(root: string): MigrationFile[] {
  const folder = join(root, 'server/platform/database/migrations')
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

const root = join(import.meta.dirname, '..')
const paths = projectPaths(root)
const read = (name: string): SourceFile => ({ name, text: readFileSync(join(root, name), 'utf8') })
const files = paths.filter(isSource).map(read)
const configs = paths.filter((name) => /^[^/]+\.config\.ts$/.test(name)).map(read)
const spanish = readMessages(join(root, 'messages'), 'es')
// Declarations of calls contain the sentences of the activity log.
const source = new Map(spanish).set('platform/actions.json', actionWords)
const others = languages.filter((language) => language !== 'es')
const problems = [
  ...sourceProblems(files),
  ...termProblems(files),
  ...importProblems(importRules, files),
  ...exportProblems([...files, ...configs]),
  ...(await classProblems(files, read('web/platform/styles/theme.css').text)),
  ...messageProblems(files, spanish),
  ...others.flatMap((language) => languageProblems(language, source, readMessages(join(root, 'messages'), language))),
  ...migrationProblems(migrations(root)),
  ...referenceProblems({
    paths,
    documents: paths.filter(isDocument).map(read),
    sources: [...files, ...configs],
    schema: migrations(root),
    scripts: scriptsOf(paths.filter((name) => /(^|\/)package\.json$/.test(name)).map(read)),
    settings: new Set(Object.keys(settings)),
  }),
]
const shown = 40
for (const problem of problems.slice(0, shown)) console.error(problem)
if (problems.length > shown) console.error(`… and ${problems.length - shown} more`)
console.log(`${files.length} files, ${problems.length} breach${problems.length === 1 ? '' : 'es'}`)
process.exit(problems.length > 0 ? 1 : 0)
