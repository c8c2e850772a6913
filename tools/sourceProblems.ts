export type SourceFile = { name: string; text: string }

const sayingNothing = new Set(['utils', 'util', 'helpers', 'misc', 'common', 'types', 'constants', 'hooks', 'index'])
const lineLimit = 400
/** Migrations, demo data, files generated from the contract and the two route tables are lists and may be long. */
const mayBeLong = /^server\/(platform\/database\/migrations|demo)\/|^client\/src\/generated\/|\/routes\.tsx?$/
const badWords = /\b(I[A-Z][a-z]\w*|\w+(Dto|Service|Manager|Repository))\b/

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

function nameProblems({ name }: SourceFile): string[] {
  const base = name.split('/').at(-1)?.replace(/\..*$/, '') ?? ''
  return sayingNothing.has(base) && name !== 'contract/index.ts'
    ? [`${name}: the name says nothing; name the file as what it exports.`]
    : []
}

function lengthProblems({ name, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1
  return lines > lineLimit && !mayBeLong.test(name)
    ? [`${name}: ${lines} lines, at most ${lineLimit}; split it where its subject changes.`]
    : []
}

function wordProblems({ name, text }: SourceFile): string[] {
  if (name.endsWith('.test.ts')) return []
  return [...text.matchAll(/\b(?:class|interface|type)\s+(\w+)/g)]
    .filter(([, word]) => badWords.test(word ?? ''))
    .map((match) => `${name}:${lineOf(text, match.index)}: "${match[1]}" carries a layer in its name; say what it is.`)
}

/**
 * A template with a value in it passed to `.query(` is SQL built from strings, unless it is the `sql` tag or
 * contains only identifiers, escaped by `escapeIdentifier` or `escapeLiteral`. Setup code names its databases that way.
 */
function queryProblems({ name, text }: SourceFile): string[] {
  if (!/^(server|bench|chaos)\//.test(name) || name.endsWith('.test.ts')) return []
  return [...text.matchAll(/\.query(?:<[^(]*>)?\(\s*`([^`]*)`/g)]
    .filter(([, template]) => /\$\{(?!\w+(Role|Name|Schema|Identifier|Literal)\})/.test(template ?? ''))
    .map((match) => `${name}:${lineOf(text, match.index)}: SQL is put together from strings; use the sql tag.`)
}

/**
 * Where pages may read the device's clock: the file that compares it with the server's, the countdown to an instant of this
 * device's clock, analytics, and the card frame, which calls no server before it is filled in.
 */
const mayReadDeviceClock =
  /^web\/(platform\/api\/serverClock\.ts|platform\/ui\/figures\/useSecondsLeft\.ts|platform\/analytics\/|sales\/cardField\/)|\.test\.tsx?$/

/** The device's clock may be wrong by hours: deadlines must not be shown by it. */
function clockProblems({ name, text }: SourceFile): string[] {
  if (!name.startsWith('web/') || mayReadDeviceClock.test(name)) return []
  return [...text.matchAll(/\bDate\.now\b|\bnew Date\(\)|(?<!new )\bDate\(\)/g)].map(
    (match) =>
      `${name}:${lineOf(text, match.index)}: "${match[0]}" is this device's clock; take merchantNow or serverNow, or deviceMs for a span of time.`,
  )
}

/** A right-to-left name would reorder an adjacent amount. */
function joinProblems({ name, text }: SourceFile): string[] {
  if (!name.startsWith('web/') || /\.test\.tsx?$/.test(name)) return []
  return [...text.matchAll(/\.join\(' · '\)/g)].map(
    (match) =>
      `${name}:${lineOf(text, match.index)}: texts stand side by side; join them by joinTexts, which keeps their directions apart.`,
  )
}

/** Violations of the rules about files, names, queries and clocks. */
export const sourceProblems = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) => [
    ...nameProblems(file),
    ...lengthProblems(file),
    ...wordProblems(file),
    ...queryProblems(file),
    ...clockProblems(file),
    ...joinProblems(file),
  ])
