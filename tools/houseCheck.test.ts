import { expect, test } from 'vitest'
import { messageProblems } from './messageProblems.ts'
import { sourceProblems } from './sourceProblems.ts'

const one = (name: string, text: string) => sourceProblems([{ name, text }])

test('names, lengths and layers', () => {
  expect(one('web/operations/utils.ts', '')).toEqual([expect.stringContaining('says nothing')])
  expect(one('contract/index.ts', '')).toEqual([])
  expect(one('server/a.ts', 'x\n'.repeat(401))).toEqual([expect.stringContaining('401 lines')])
  expect(one('server/db/migrations/a.ts', 'x\n'.repeat(401))).toEqual([])
  expect(one('server/a.ts', 'export class RefundService {}\ntype IOrder = {}\ntype Id = string\ninterface Invoice {}')).toHaveLength(2)
})

test('SQL put together from strings', () => {
  expect(one('server/a.ts', 'db.query(`select * from users where email = ${email}`)')).toEqual([expect.stringContaining('server/a.ts:1')])
  expect(one('server/a.ts', 'db.query<Row>(`\nselect 1 order by ${column}`)')).toHaveLength(1)
  expect(one('server/a.ts', 'db.query(sql`select * from users where email = ${email}`)')).toEqual([])
  expect(one('server/a.ts', 'client.query(`create role ${appRole}`)')).toEqual([])
})

const words = new Map([
  [
    'refunds.json',
    { 'refunds.title': 'Devolver', 'refunds.lines': { one: '{count} línea', other: '{count} líneas' }, 'refunds.state.open': 'Abierta' },
  ],
])

test('messages that fit their use', () => {
  const text = "t('refunds.title') + t('refunds.lines', { count }) + t(`refunds.state.${state}`)"
  expect(messageProblems([{ name: 'web/refunds/RefundPage.tsx', text }], words)).toEqual([])
})

test('messages that are missing, unused, misplaced or misshapen', () => {
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
