import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../server/platform/database/database.ts'
import { mintScope } from '../../server/platform/database/scope.ts'
import { readOperationSearch } from '../../server/sales/lifecycle/operationSearch.ts'
import { readCounts } from '../../server/sales/operations/countOperations.ts'
import { unboundStatements } from './bindStatements.ts'
import { largeDatabase } from './largeDatabase.ts'
import { noteStatements } from './sentStatements.ts'

let ownerUrl: string
let appUrl: string
beforeAll(async () => void ({ ownerUrl, appUrl } = await largeDatabase()))

const file = 'server/sales/operations/list.ts'
/** The tables that a statement is reported for. */
const unbound = async (text: string, from = file) =>
  (await unboundStatements(ownerUrl, [{ text, file: from }])).map((problem) => /merchant of (.*?):/.exec(problem)?.[1])
const voided = 'insert into voids (merchant_id, mode, id, operation_id, amount_cents, voided_at)'

it.each([
  ['no merchant', 'select o.mid from operations o where o.mode = $1 and o.id = $2', 'operations'],
  ['row-level security alone', 'select o.mid from operations o where o.id = $1', 'operations'],
  ['several merchants', 'delete from carts c where c.merchant_id = any($1)', 'carts'],
  ['a merchant or another condition', 'select o.mid from operations o where o.merchant_id = $1 or o.mode = $2', 'operations'],
  [
    'the merchants of an account',
    'select o.mid from operations o join merchants m on m.id = o.merchant_id where m.account_id = $1',
    'operations',
  ],
  [
    'the merchant of one of two tables',
    `update refunds r set comment = '' from operations o where o.merchant_id = $1 and o.id = r.operation_id`,
    'refunds',
  ],
  [
    'the merchant of the optional side of a join',
    'select o.mid from operations o left join refunds f on f.merchant_id = $1 and f.merchant_id = o.merchant_id and f.operation_id = o.id',
    'operations',
  ],
  [
    'no merchant in a subquery',
    'select (select count(*) from refunds f where f.operation_id = o.id) from operations o where o.merchant_id = $1 and o.id = $2',
    'refunds',
  ],
  [
    'the merchants of a queue',
    'with due as (select merchant_id, object_id from deadlines where due_at < $1) select o.mid from operations o join due d on o.merchant_id = d.merchant_id and o.id = d.object_id',
    'operations',
  ],
  [
    'new rows of any merchant',
    `${voided} select merchant_id, mode, id, operation_id, 1, now() from captures where id = $1`,
    'voids, captures',
  ],
])('a statement with %s is reported', async (_, text, tables) => {
  expect(await unbound(text)).toEqual([tables])
})

it.each([
  ['a parameter', 'select o.mid from operations o where o.merchant_id = $1'],
  ['the connection’s scope', 'select o.mid from operations o where o.merchant_id = scope_merchant()'],
  [
    'a join',
    'select o.mid from operations o left join refunds f on f.merchant_id = o.merchant_id and f.operation_id = o.id where o.merchant_id = $1',
  ],
  [
    'the keys of a subquery',
    'select o.mid from operations o where (o.merchant_id, o.id) in (select merchant_id, operation_id from refunds where merchant_id = $1)',
  ],
  [
    'a subquery that is looked up in a hash table',
    'select o.mid, exists (select from operation_notes n where n.merchant_id = o.merchant_id and n.operation_id = o.id) from operations o where o.merchant_id = $1',
  ],
  [
    'each of two indexes',
    'select o.mid from operations o where o.merchant_id = $1 and o.mode = $2 and (o.email = any($3::text[]) or o.document_number = any($4::text[]))',
  ],
  [
    'a page that is read first',
    `select o.mid, (select count(*) from refunds f where f.merchant_id = o.merchant_id and f.operation_id = o.id and f.amount_cents > (select max(c.min_cents) from cart_limits c where c.merchant_id = $1))
     from (select * from operations p where p.merchant_id = $1 order by p.created_at limit 10) o`,
  ],
  ['a new row', `${voided} values ($1, $2, $3, $4, 1, now())`],
  [
    'the rows that another part of the statement wrote',
    `with made as (${voided} values ($1, $2, $3, $4, 1, now()) returning merchant_id, operation_id)
     update operations o set voided_cents = 1 from made where o.merchant_id = made.merchant_id and o.id = made.operation_id`,
  ],
  ['tables that are not distributed', 'select merchant_id from deadlines where due_at < $1'],
])('a statement that binds the merchant by %s is accepted', async (_, text) => {
  expect(await unbound(text)).toEqual([])
})

it('a file may touch several merchants only where the list of exceptions allows it', async () => {
  const all = 'select from operation_trigrams g join operations o on o.id = g.operation_id'
  expect(await unbound(all, 'server/merchants/merchants/merchants.ts')).toEqual(['operations'])
})

it('a statement that is planned for its values is checked too', async () => {
  const { query } = pg.Client.prototype
  const noted = noteStatements()
  const database = openDatabase({ url: appUrl, connections: 1 })
  try {
    const scope = mintScope(crypto.randomUUID(), 'live')
    await database.read(scope, (db) =>
      readCounts(db, { scope, query: { q: '0123abcd' }, search: readOperationSearch({ q: '0123abcd' }, 'owner', scope) }),
    )
  } finally {
    pg.Client.prototype.query = query
    await database.close()
  }
  const byValue = noted.taken().filter((one) => one.byValue)
  expect(byValue.map(({ file }) => file)).toContain('server/sales/operations/countOperations.ts')
  expect(byValue.some(({ text }) => text.includes('refund_lookups'))).toBe(true)
  expect(await unboundStatements(ownerUrl, byValue)).toEqual([])
  const unscoped = byValue.map((one) => ({
    ...one,
    text: one.text.replace(/(refund_lookups r where .*?) and \(?r\.merchant_id = \$\d+/s, '$1'),
  }))
  expect(await unboundStatements(ownerUrl, unscoped)).not.toEqual([])
})
