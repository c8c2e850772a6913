import type { SourceFile } from './sourceProblems.ts'

/** What references are checked against: every tracked path, the text of every document, and all commands. */
export type Project = {
  paths: readonly string[]
  documents: readonly SourceFile[]
  sources: readonly SourceFile[]
  /** The database's migrations. */
  schema: readonly SourceFile[]
  /** Names of the scripts of all `package.json`. */
  scripts: ReadonlySet<string>
  /** Names of settings, from `server/platform/config/config.ts` and its parts. */
  settings: ReadonlySet<string>
}

type Place = { where: string; text: string }

/** Words that refer to a document that is not in the repository. */
const outside: readonly RegExp[] = [
  /\bspecification(?:’s|'s)? ?(?:§|section)/i,
  /\bthe specification(?![ \w]*\b\d\.\d)/i,
  /\bdomain model\b/i,
  /\bour choice\b/i,
  /\b(?:product|reliability|quality) (?:§|[A-Z]{1,3}-?\d)/,
  /\bcriteri(?:on|a) [A-Z]\d/i,
  /\((?:[A-Z]{3}-\d{1,2}(?:, )?)+\)/,
]
/** Public standards whose sections may be cited. */
const publicStandards = /RFC \d|Web Authentication|SDD Core|EN 16931|GDPR|Ley |ISO /
/** Files about references themselves. */
const aboutReferences = /^tools\/referenceProblems(\.test)?\.ts$/

const folders = 'domain|contract|client|server|web|messages|plugins|e2e|bench|chaos|tools|docs'
const extensions = 'ts|tsx|mjs|sql|css|json|svg|md|yml'
const pathPattern = new RegExp(`(?<![\\w/.-])(?:${folders})/[\\w./*@-]*[\\w*]\\.(?:${extensions})(?![\\w-])`, 'g')
const bareFile = new RegExp(`^[\\w.*@-]+\\.(?:${extensions})$`)
const folderPath = new RegExp(`^(?:${folders})/[\\w./-]*$`)
/** Created by a build or a test run. */
const generated = /^(dist|test-results|node_modules|\.data|\.tsbuild)\/|^client\/dist/

/** The anchor of a heading, as GitHub generates it. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-')

const withoutCode = (text: string) => text.replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '))

const headingsOf = (text: string): ReadonlySet<string> =>
  new Set([...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => slugOf(heading)))

/** Comment lines, and comments at the end of a line of code. */
function commentsOf({ name, text }: SourceFile): Place[] {
  return text.split('\n').flatMap((line, at) => {
    const comment = /^\s*(?:\/\/|\/?\*)(.*)$/.exec(line)?.[1] ?? / \/\/ (.*)$/.exec(line)?.[1]
    return comment === undefined ? [] : [{ where: `${name}:${at + 1}`, text: comment }]
  })
}

const linesOf = ({ name, text }: SourceFile): Place[] => text.split('\n').map((line, at) => ({ where: `${name}:${at + 1}`, text: line }))

function outsideProblems(file: SourceFile): string[] {
  if (aboutReferences.test(file.name)) return []
  return linesOf(file).flatMap(({ where, text }) => {
    const cites = outside.some((pattern) => pattern.test(text)) || (/§\s?\d/.test(text) && !publicStandards.test(text))
    return cites ? [`${where}: cites a document outside the repository; cite a heading of docs/, a public standard, or nothing.`] : []
  })
}

type ProjectNames = {
  paths: ReadonlySet<string>
  names: ReadonlySet<string>
  all: readonly string[]
  headings: ReadonlyMap<string, ReadonlySet<string>>
}

function knownOf({ paths, documents }: Project): ProjectNames {
  return {
    paths: new Set(paths),
    names: new Set(paths.map((path) => path.split('/').at(-1) ?? '')),
    all: paths,
    headings: new Map(documents.map(({ name, text }) => [name, headingsOf(text)])),
  }
}

const globOf = (pattern: string) =>
  new RegExp(`(?:^|/)${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*\*?/g, (star) => (star === '*' ? '[^/]*' : '.*'))}$`)

function exists(path: string, { paths, names, all }: ProjectNames): boolean {
  if (generated.test(path)) return true
  if (path.includes('*')) return all.some((one) => globOf(path).test(one))
  if (path.endsWith('/')) return all.some((one) => one.startsWith(path))
  return (
    paths.has(path) ||
    (!path.includes('/') && names.has(path)) ||
    all.some((one) => one.startsWith(`${path}/`) || one.startsWith(`${path}.`))
  )
}

const spansOf = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)

/** Files and folders that a line names: with a folder anywhere, a bare file name only between backticks. */
function pathProblems({ where, text }: Place, names: ProjectNames, inDocument: boolean): string[] {
  const named = [...text.matchAll(pathPattern)].map(([path]) => path)
  const spans = inDocument ? spansOf(text).flatMap((span) => span.split(/[\s,]+/)) : spansOf(text)
  const others = spans.filter((span) => bareFile.test(span) || (inDocument && folderPath.test(span)))
  return [...new Set([...named, ...others])]
    .filter((path) => !exists(path, names))
    .map((path) => `${where}: names ${path}, which does not exist.`)
}

/** Headings of documents that a comment cites, and links of a document. */
function headingProblems({ where, text }: Place, names: ProjectNames): string[] {
  return [...text.matchAll(/\b((?:docs\/)?[\w./-]+\.md)#([\p{L}\p{N}_-]+)/gu)]
    .filter(([, file = '', heading = '']) => names.headings.has(file) && !names.headings.get(file)?.has(heading))
    .map(([whole]) => `${where}: cites ${whole}, and there is no such heading.`)
}

function resolve(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.' && step !== '') parts.push(step)
  }
  return parts.join('/')
}

function linkProblems(name: string, { where, text }: Place, names: ProjectNames): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target) || target.startsWith('/')) return []
    const [file = '', heading] = target.split('#')
    const path = file === '' ? name : resolve(name, file)
    if (!exists(path, names)) return [`${where}: links to ${target}, which does not exist.`]
    return heading !== undefined && names.headings.get(path)?.has(heading) === false
      ? [`${where}: links to ${target}, and there is no such heading.`]
      : []
  })
}

/** `npm run x`, `node tools/run.mjs x`, and the names of benchmarks and chaos runs. */
function commandProblems({ where, text }: Place, { scripts }: Project, names: ProjectNames): string[] {
  const missing = [
    ...[...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].filter(([, name = '']) => !scripts.has(name)),
    ...[...text.matchAll(/\btools\/run\.mjs (\w+)/g)].filter(([, name = '']) => !names.paths.has(`tools/${name}.ts`)),
    ...[...text.matchAll(/(?:\bnpm run |`)(bench|chaos) (?:-- )?([a-z]\w*)/g)].filter(
      ([, kind = '', name = '']) => name !== 'name' && !names.paths.has(`${kind}/${name}.${kind}.ts`),
    ),
  ]
  return missing.map(([command]) => `${where}: names the command "${command.replace('`', '')}", which does not exist.`)
}

/** Names in capitals between backticks: a setting, or a name of the code. `BRAND_…` stands for several. A table's first column may name settings alone. */
function settingProblems({ where, text }: Place, settings: ReadonlySet<string>, code: ReadonlySet<string>): string[] {
  const first = /^\| `([^|]*)` \|/.exec(text)?.[1] ?? ''
  const isKnown = (name: string) => settings.has(name) || code.has(name)
  return spansOf(text)
    .flatMap((span) => span.match(/(?<![\w…])[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9](?![\w…])/g) ?? [])
    .filter((name) => !isKnown(name) || (first.split(/[`, ]+/).includes(name) && !settings.has(name)))
    .map((name) => `${where}: names ${name}, which is no setting${isKnown(name) ? '' : ', nor a name in the code'}.`)
}

/** Documents that describe the current code; the others also describe other programs and earlier versions. */
const ofTheCode = /^(ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/(domain|product|refund|walks|glossary)\.md$/

/** Functions, tables and columns, each alone between backticks: `canRefund`, `settlement_lines`, `refunds.fee_back_cents`. */
function nameProblems({ where, text }: Place, words: ReadonlySet<string>): string[] {
  return spansOf(text).flatMap((span) => {
    const parts = /^(?:[a-z]\w*\.)?[a-z]+[A-Z_]\w*(?:\(\))?$/.test(span) ? (span.match(/\w+/g) ?? []) : []
    return parts.filter((part) => !words.has(part)).map((part) => `${where}: names ${part}, which is no name in the code.`)
  })
}

/** Rooms that the tables of ARCHITECTURE.md leave out: a row begins with a folder and names all that are in it. */
function roomProblems({ where, text }: Place, { all }: ProjectNames): string[] {
  const [, folder] = /^\| `((?:server|web)\/\w+\/)` \|/.exec(text) ?? []
  const inside = folder === undefined ? [] : all.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length))
  const rooms = new Set(inside.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))
  return [...rooms].filter((room) => !text.includes(`\`${room}\``)).map((room) => `${where}: does not name the room ${folder}${room}.`)
}

/** A test that a document names: a test file, then its title in quotes. */
function testProblems({ where, text }: Place, sources: ReadonlyMap<string, string>): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:test|e2e|chaos)\.ts)`:? "([^"]+)"/g)].flatMap(([, file = '', title = '']) =>
    sources.get(file)?.includes(title) === false ? [`${where}: ${file} has no test "${title}".`] : [],
  )
}

/** References of documents and comments to missing targets, each with its place. */
export function referenceProblems(project: Project): string[] {
  const names = knownOf(project)
  const sources = new Map(project.sources.map(({ name, text }) => [name, text]))
  const code = new Set(
    project.sources.flatMap(({ name, text }) => (aboutReferences.test(name) ? [] : (text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []))),
  )
  const words = new Set([...project.sources, ...project.schema].flatMap(({ text }) => text.match(/[A-Za-z_]\w*/g) ?? []))
  const ofDocuments = project.documents.flatMap((document) => [
    ...outsideProblems(document),
    ...linesOf({ ...document, text: withoutCode(document.text) }).flatMap((place) => [
      ...pathProblems(place, names, true),
      ...linkProblems(document.name, place, names),
      ...settingProblems(place, project.settings, code),
      ...testProblems(place, sources),
      ...(ofTheCode.test(document.name) ? nameProblems(place, words) : []),
      ...(document.name === 'ARCHITECTURE.md' ? roomProblems(place, names) : []),
    ]),
    ...linesOf(document).flatMap((place) => commandProblems(place, project, names)),
  ])
  const ofSources = project.sources.flatMap((source) => [
    ...outsideProblems(source),
    ...(aboutReferences.test(source.name) ? [] : commentsOf(source)).flatMap((place) => [
      ...pathProblems(place, names, false),
      ...headingProblems(place, names),
      ...commandProblems(place, project, names),
    ]),
  ])
  return [...ofDocuments, ...ofSources]
}
