import { expect, test } from 'vitest'
import { classProblems } from './classProblems.ts'
import { exportProblems } from './exportProblems.ts'
import { languageProblems, messageProblems } from './messageProblems.ts'
import { sourceProblems } from './sourceProblems.ts'

const problemsOf = (name: string, text: string) => sourceProblems([{ name, text }])

test('names, lengths and layers', () => {
  expect(problemsOf('web/operations/utils.ts', '')).toEqual([expect.stringContaining('says nothing')])
  expect(problemsOf('contract/index.ts', '')).toEqual([])
  expect(problemsOf('server/a.ts', 'x\n'.repeat(401))).toEqual([expect.stringContaining('401 lines')])
  expect(problemsOf('server/platform/database/migrations/a.ts', 'x\n'.repeat(401))).toEqual([])
  expect(problemsOf('server/a.ts', 'export class RefundService {}\ntype IOrder = {}\ntype Id = string\ninterface Invoice {}')).toHaveLength(
    2,
  )
})

test('time limits of tests', () => {
  const [it, poll, until, end] = ["it('waits', async () => {\n", 'await expect.poll(read, ', 'await vi.waitUntil(isUp, ', 'giveUpAt']
  expect(problemsOf('server/a.test.ts', `${it}}, 30_000)\n`)).toEqual([expect.stringContaining('server/a.test.ts:2')])
  expect(problemsOf('server/a.test.ts', `it(\n  'waits',\n  async () => {\n  },\n  30_000,\n)\n`)).toHaveLength(1)
  expect(problemsOf('server/a.test.ts', `${poll}{ timeout: 5_000 }).toBe(1)\n`)).toHaveLength(1)
  expect(problemsOf('server/a.test.ts', `${until}{ timeout: 5_000 })\n`)).toHaveLength(1)
  expect(problemsOf('server/a.test.ts', `const ${end} = Date.now() + 20_000\n`)).toHaveLength(1)
  expect(problemsOf('server/a.test.ts', `${it}})\n${poll}{ interval: 5 }).toBe(1)\nconst size = of({\n}, 20)\n`)).toEqual([])
  expect(problemsOf('server/a.ts', 'setTimeout(() => {\n}, 30_000)\n')).toEqual([])
})

test('SQL built from strings', () => {
  expect(problemsOf('server/a.ts', 'db.query(`select * from users where email = ${email}`)')).toEqual([
    expect.stringContaining('server/a.ts:1'),
  ])
  expect(problemsOf('server/a.ts', 'db.query<Row>(`\nselect 1 order by ${column}`)')).toHaveLength(1)
  expect(problemsOf('server/a.ts', 'db.query(sql`select * from users where email = ${email}`)')).toEqual([])
  expect(problemsOf('server/a.ts', 'client.query(`create role ${appRole}`)')).toEqual([])
})

test('a tenant filter written by hand', () => {
  const problem = [expect.stringContaining('inScope')]
  expect(
    problemsOf('server/a.ts', 'sql`select from operations o where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode}`'),
  ).toEqual(problem)
  expect(problemsOf('server/a.test.ts', 'sql`delete from keys where merchant_id = ${merchantId}\n  and mode = ${mode}`')).toEqual(problem)
  expect(problemsOf('server/a.ts', 'sql`${alias}.merchant_id = ${merchantId} and ${alias}.mode = ${mode}`')).toEqual(problem)
  expect(problemsOf('server/a.ts', "sql`${inScope(scope, 'o')} and o.merchant_id = ${merchantId} and o.mode = 'live'`")).toEqual([])
})

test('an operation or campaign changed past the function that writes what depends on it', () => {
  const problem = [expect.stringContaining('changeOperation')]
  const name = 'server/sales/clock/a.ts'
  expect(problemsOf(name, "sql`update operations o set ended_at = now(), substatus = 'rejected' where o.id = ${id}`")).toEqual(problem)
  expect(problemsOf(name, 'sql`update operations o set expires_at = ${at}`')).toEqual(problem)
  expect(problemsOf(name, 'sql`with e as (insert into operation_events (at) values (now()))`')).toEqual(problem)
  expect(problemsOf(name, "sql`update operations o set mid = ${mid} where o.substatus = 'rejected' and o.expires_at = ${at}`")).toEqual([])
  expect(problemsOf(name, "sql`update campaigns c set status = 'paused' where c.id = ${id}`")).toEqual([
    expect.stringContaining('changeCampaigns'),
  ])
  expect(problemsOf(name, 'sql`update sessions s set ended_at = ${now} where s.id = ${id}`')).toEqual([
    expect.stringContaining('closeSessions'),
  ])
  expect(problemsOf(name, "db.send(noteChanges('settlement', scope, ids))")).toEqual([expect.stringContaining('settlementChanged')])
  expect(problemsOf(name, 'sql`update campaigns c set revision = c.revision + 1 where ${here}`')).toEqual([])
  expect(problemsOf('server/sales/clock/a.test.ts', "update operations set substatus = 'rejected'")).toEqual([])
})

test('an export that no other file uses', () => {
  const used = { name: 'web/b.ts', text: "import { fee, type Fee } from './a.ts'" }
  const file = (name: string, text: string) => exportProblems([{ name, text }, used])
  expect(file('web/a.ts', 'export const fee = 1\nexport type Fee = number')).toEqual([])
  expect(file('web/a.ts', 'export const rate = 1\nconst all = rate')).toEqual([expect.stringContaining('rate is exported')])
  expect(file('web/a.tsx', 'export interface Rate {}\nexport async function load() {}')).toHaveLength(2)
  expect(file('contract/a.ts', 'export const rate = z.number()\nexport type Rate = number')).toEqual([expect.stringContaining('Rate is')])
})

test('the device’s clock in a page', () => {
  for (const text of ['new Date()', 'Date.now()', 'useState(Date.now)', 'Date()'])
    expect(problemsOf('web/operations/a.ts', `const now = ${text}`), text).toHaveLength(1)
  expect(problemsOf('web/operations/a.ts', "new Date(instant); Date.parse(x); type A = Date; 'new Date'")).toEqual([])
  for (const name of ['web/platform/api/serverClock.ts', 'web/platform/analytics/post.ts', 'web/operations/a.test.ts', 'server/a.ts'])
    expect(problemsOf(name, 'new Date()'), name).toEqual([])
})

test('adjacent texts in a page', () => {
  expect(problemsOf('web/operations/a.ts', "[name, amount].join(' · ')")).toEqual([expect.stringContaining('joinTexts')])
  expect(problemsOf('server/a.ts', "[name, amount].join(' · ')")).toEqual([])
})

test('a class that makes no style', async () => {
  const theme = '@theme { --*: initial; --text-md: 14px; --leading-none: 1; --radius-2: 9px; --color-ink: #000; --font-code: monospace; }'
  const problems = (text: string) =>
    classProblems(
      [
        { name: 'web/a.tsx', text },
        { name: 'web/a.css', text: '.text-link { color: red }' },
      ],
      theme,
    )
  const good = 'text-md/[1.5] hover:text-md/none text-ink text-right text-link text-[2rem] rounded-t-2 font-code tracking-[0] leading-[1.2]'
  expect(await problems(`className="${good}" t('font-size: small')`)).toEqual([])
  for (const wrong of ['text-md/normal', 'hover:text-title', 'rounded-control', 'font-mono', 'tracking-normal', 'leading-text'])
    expect(await problems(`className={\`block ${wrong} \${more}\`}`), wrong).toEqual([expect.stringContaining(`"${wrong}"`)])
})

const words = new Map([
  [
    'refunds.json',
    { 'refunds.title': 'Devolver', 'refunds.lines': { one: '{count} línea', other: '{count} líneas' }, 'refunds.state.open': 'Abierta' },
  ],
])

test('messages that match their use', () => {
  const text = "t('refunds.title') + t('refunds.lines', { count }) + t(`refunds.state.${state}`)"
  expect(messageProblems([{ name: 'web/refunds/RefundPage.tsx', text }], words)).toEqual([])
})

test('messages that are missing, unused, misplaced or malformed', () => {
  const page = { name: 'web/refunds/RefundPage.tsx', text: "t('refunds.title')\nt('refunds.gone')" }
  expect(messageProblems([page], words)).toEqual([
    expect.stringContaining('RefundPage.tsx:2: there is no message "refunds.gone"'),
    expect.stringContaining('"refunds.lines" is not used'),
    expect.stringContaining('"refunds.state.open" is not used'),
  ])
  const wrong = new Map([['refunds.json', { 'orders.title': 'Pedidos', 'refunds.title': 3 }]])
  expect(messageProblems([{ name: 'server/a.ts', text: "text('orders.title') + text('refunds.title')" }], wrong)).toEqual([
    expect.stringContaining('must begin with "refunds."'),
    expect.stringContaining('must be a sentence'),
  ])
})

test('a language with missing or additional messages', () => {
  const whole = { 'refunds.title': 'Torna', 'refunds.lines': { one: '1 línia', other: '{count} línies' }, 'refunds.state.open': 'Oberta' }
  const catalan = (change: object) => new Map([['refunds.json', { ...whole, ...change }]])
  expect(languageProblems('ca', words, new Map())).toEqual([])
  expect(languageProblems('ca', words, catalan({}))).toEqual([])
  expect(languageProblems('ca', words, catalan({ 'refunds.title': '', 'refunds.gone': 'Fora' }))).toEqual([
    'messages/ca/refunds.json: "refunds.title" is empty.',
    'messages/ca/refunds.json: "refunds.gone" is not in Spanish; remove it.',
  ])
  expect(languageProblems('ca', words, new Map([['orders.json', {}]]))).toHaveLength(3)
  expect(languageProblems('ca', words, catalan({ 'refunds.title': "L'import", 'refunds.state.open': 'L’import' }))).toEqual([
    'messages/ca/refunds.json: "refunds.title" has a straight apostrophe; write ’.',
  ])
})
