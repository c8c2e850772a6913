import { expect, test } from 'vitest'
import { referenceProblems, slugOf } from './referenceProblems.ts'

const guide = [
  '# Guide',
  '## Refunds & fees: how?',
  'See `server/sales/refund.ts`, `refund.ts`, `server/sales/`, `server/sales/*.ts`, [fees](docs/money.md#fees), [here](#refunds--fees-how).',
  'Run `npm run check`, `node tools/run.mjs start`, `npm run chaos -- backup`, `bench till`, `npm run bench -- <name>`; set `PORT_NUMBER` or `BRAND_…`.',
  '| `server/sales/refund.test.ts`: "gives back once" |',
  '| Variable | Default |',
  '| `PORT_NUMBER` | 3000 |',
  '```',
  'server/gone.ts',
  '```',
].join('\n')
const documents = [
  { name: 'GUIDE.md', text: guide },
  { name: 'docs/money.md', text: '# Money\n## Fees\nBack to [the guide](../GUIDE.md#guide).' },
]
const sources = [
  {
    name: 'server/sales/refund.ts',
    text: '/** Gives money back (docs/money.md#fees), as `refund.test.ts` proves; RFC 9110 §15.5.11. */\nconst MAX_CENTS = 1',
  },
  { name: 'server/sales/refund.test.ts', text: "it('gives back once', () => {})" },
  { name: 'tools/start.ts', text: '' },
]
const paths = [...documents, ...sources].map(({ name }) => name).concat('chaos/backup.chaos.ts', 'bench/till.bench.ts', 'tools/run.mjs')
const schema = [{ name: '0001_sales.sql', text: 'create table sales_lines (fee_cents bigint)' }]
const project = { paths, documents, sources, schema, scripts: new Set(['check', 'chaos', 'bench']), settings: new Set(['PORT_NUMBER']) }
const inDocument = (text: string) => referenceProblems({ ...project, documents: [...documents, { name: 'docs/new.md', text }] })
const inComment = (text: string) => referenceProblems({ ...project, sources: [...sources, { name: 'server/new.ts', text }] })

test('a heading’s anchor is GitHub’s', () => {
  expect(slugOf('Refunds & fees: how?')).toBe('refunds--fees-how')
  expect(slugOf('Cancel, capture, void')).toBe('cancel-capture-void')
})

test('valid references are accepted', () => {
  expect(referenceProblems(project)).toEqual([])
})

test('documents that are not in the repository', () => {
  for (const text of [
    '// as specification §4 says',
    '// The specification names it',
    '/** A rule (domain model §2.3). */',
    '/** Limits (our choice). */',
    "it('waits (product LST-18)', () => {})",
    '// Reliability of it (reliability B10)',
    '/** Invites people (TEA-4). */',
    '// See §9.1 for it',
  ])
    expect(inComment(text), text).toEqual([expect.stringContaining('server/new.ts:1: cites a document outside the repository')])
  expect(inDocument('As domain model says')).toHaveLength(1)
  expect(inComment("// The example of the Standard Webhooks specification 1.0.\nconst order = 'PED-7'")).toEqual([])
})

test('missing files, folders and links', () => {
  for (const text of ['In `server/sales/gone.ts`', 'In `gone.ts`', 'In `server/gone/`', 'In `server/sales/x*.ts`', '[x](gone.md)'])
    expect(inDocument(text), text).toEqual([expect.stringMatching(/^docs\/new\.md:1: .*does not exist/)])
  expect(inComment('/** See server/sales/gone.ts. */')).toEqual([expect.stringContaining('names server/sales/gone.ts')])
  expect(inComment('const x = 1 // as in `gone.ts`')).toEqual([expect.stringContaining('names gone.ts')])
  expect(inComment("const path = 'server/sales/gone.ts'")).toEqual([])
})

test('missing headings', () => {
  expect(inComment('/** A rule (docs/money.md#gone). */')).toEqual([expect.stringContaining('cites docs/money.md#gone')])
  expect(inDocument('[x](money.md#gone)')).toEqual([expect.stringContaining('no such heading')])
})

test('missing commands', () => {
  for (const text of ['`npm run gone`', '`node tools/run.mjs gone`', '`npm run bench -- gone`', '`bench gone`', '`chaos gone`']) {
    expect(inDocument(text), text).toEqual([expect.stringContaining('which does not exist')])
    expect(inComment(`// ${text}`), text).toHaveLength(1)
  }
})

test('missing settings, and names of the code listed in a table of settings', () => {
  expect(inDocument('Set `OLD_NUMBER`')).toEqual([expect.stringContaining('names OLD_NUMBER, which is no setting, nor a name in the code')])
  expect(inDocument('At most `MAX_CENTS`')).toEqual([])
  expect(inDocument('| `MAX_CENTS` | 1 |')).toEqual([expect.stringContaining('MAX_CENTS, which is no setting')])
})

test('a test that a document names and that does not exist', () => {
  expect(inDocument('`server/sales/refund.test.ts`: "gives back twice"')).toEqual([
    expect.stringContaining('has no test "gives back twice"'),
  ])
})

test('rooms that the table of a quarter leaves out', () => {
  const more = { ...project, paths: [...paths, 'server/sales/carts/cart.ts', 'server/sales/notes/note.ts'] }
  const inArchitecture = (text: string) => referenceProblems({ ...more, documents: [...documents, { name: 'ARCHITECTURE.md', text }] })
  expect(inArchitecture('| `server/sales/` | `carts`, `notes` (of a person) |')).toEqual([])
  expect(inArchitecture('| `server/sales/` | `carts` |')).toEqual(['ARCHITECTURE.md:1: does not name the room server/sales/notes.'])
})

test('missing functions, tables and columns, where a document describes the code', () => {
  const inWalks = (text: string) => referenceProblems({ ...project, documents: [...documents, { name: 'docs/walks.md', text }] })
  expect(inWalks('`goneAway` writes `sales_lines.gone_cents`; `sales_lines.fee_cents` and `sales` stay')).toEqual([
    expect.stringContaining('names goneAway, which is no name in the code'),
    expect.stringContaining('names gone_cents'),
  ])
  expect(inDocument('`pg_rewind` is another program')).toEqual([])
})
