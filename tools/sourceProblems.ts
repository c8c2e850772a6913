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

/** The filter of one merchant in one mode, with both values; `inScope` itself has them between its texts. */
const tenantFilter = /\bmerchant_id = \$\{[^}]*\}\s+and\s+(?:(?:\w+|\$\{[^}]*\})\.)?mode = \$\{/g

function scopeProblems({ name, text }: SourceFile): string[] {
  if (!/^(server|bench|chaos)\//.test(name)) return []
  return [...text.matchAll(tenantFilter)].map(
    (match) => `${name}:${lineOf(text, match.index)}: a tenant filter written by hand; take inScope(scope, 'alias').`,
  )
}

type SoleWriter = { writes: RegExp; by: string; file: RegExp }

/** An update of a table that sets one of some columns. */
const updateOf = (table: string, columns: string) => `\\bupdate ${table}\\b(?:(?!\\bwhere\\b|\`)[^])*?(?:\\b(?:${columns})\\s*=)`

/** What has effects that one function writes with it, such as deadlines and webhooks: nothing else writes it. */
const soleWriters: readonly SoleWriter[] = [
  {
    writes: new RegExp(
      `${updateOf('operations', 'substatus|status_reason|suspension_reason|expires_at|confirm_by|capture_by|collect_at|next_due_on|captured_cents|voided_cents')}|\\binsert into operation(?:s|_events|_counters)\\b`,
      'g',
    ),
    by: 'changeOperation',
    file: /^server\/sales\/lifecycle\/(changeOperation|openOperation)\.ts$/,
  },
  {
    writes: new RegExp(
      `${updateOf('campaigns', 'status|starts_at|ends_at|ending_told_at|report_told_at')}|\\bdelete from campaigns\\b`,
      'g',
    ),
    by: 'changeCampaigns',
    file: /^server\/sales\/lifecycle\/changeCampaigns\.ts$/,
  },
  { writes: new RegExp(updateOf('sessions', 'ended_at'), 'g'), by: 'closeSessions', file: /^server\/platform\/calls\/closeSessions\.ts$/ },
  {
    writes: /\binsert into webhook_deliveries\b/g,
    by: 'queueWebhooks',
    file: /^server\/merchants\/(notices\/queueWebhooks|webhooks\/\w+)\.ts$/,
  },
  {
    writes: /\binsert into listed_settlements\b|\bnoteChanges\('settlement'/g,
    by: 'settlementChanged',
    file: /^server\/money\/settlements\/settlementChanged\.ts$/,
  },
  { writes: /\binsert into outbox\b/g, by: 'enqueue', file: /^server\/platform\/outbox\/enqueue\.ts$/ },
]

function writerProblems({ name, text }: SourceFile): string[] {
  if (!/^server\/(?!demo\/|testing\/).*\.ts$/.test(name) || name.endsWith('.test.ts')) return []
  return soleWriters.flatMap(({ writes, by, file }) =>
    file.test(name)
      ? []
      : [...text.matchAll(writes)].map(
          (match) => `${name}:${lineOf(text, match.index)}: written by ${by} alone, with all that depends on it.`,
        ),
  )
}

/** A time limit of a test's own fails it on a busy machine: vitest.config.ts sets those of all tests. */
function limitProblems({ name, text }: SourceFile): string[] {
  if (!/\.test\.tsx?$/.test(name)) return []
  return [...text.matchAll(/^ *\}, [\d_]{4,}\)$|(?:\.poll|\.waitUntil)\(.*, \{ timeout: |\bgiveUpAt = |^ +\},\n +[\d_]{4,},\n *\)$/gm)].map(
    (match) => `${name}:${lineOf(text, match.index)}: a test's own time limit; leave it to vitest.config.ts.`,
  )
}

/** Violations of the rules about files, names, queries, tenant filters, sole writers, clocks and time limits of tests. */
export const sourceProblems = (files: readonly SourceFile[]): string[] =>
  files.flatMap((file) => [
    ...nameProblems(file),
    ...lengthProblems(file),
    ...wordProblems(file),
    ...queryProblems(file),
    ...scopeProblems(file),
    ...writerProblems(file),
    ...clockProblems(file),
    ...joinProblems(file),
    ...limitProblems(file),
  ])
