import { beforeAll, expect, it } from 'vitest'
import { named, prepared, sql } from '../../server/platform/database/sql.ts'
import { searched } from '../../server/provider/money/moneyRows.ts'
import { largeDatabase } from './largeDatabase.ts'
import { planStatements } from './planStatements.ts'

let appUrl: string
beforeAll(async () => void ({ appUrl } = await largeDatabase()))

const tooMuch = async (text: string, file = 'server/sales/messages/deliver.ts') =>
  (await planStatements(appUrl, [{ text, file }])).map(({ table, rows }) => `${rows} ${table}`)
const ofShop = 'merchant_id = $1 and mode = $2'

// The product once sent each of these in some form; in a shop of a million operations they scan the whole table.
it.each([
  [
    'what is joined by either of two columns',
    `select o.email from deliveries d left join checkouts c on c.merchant_id = d.merchant_id and c.mode = d.mode and c.id = d.checkout_id
       left join refunds r on d.purpose = 'refund' and r.merchant_id = d.merchant_id and r.mode = d.mode and r.id = d.id
       join operations o on o.merchant_id = d.merchant_id and o.mode = d.mode and o.id = coalesce(c.operation_id, r.operation_id)
     where d.merchant_id = $1 and d.mode = $2 and d.id = $3`,
    '400000 operations',
  ],
  [
    'what is forgotten by either of two columns',
    `delete from deliveries d where d.merchant_id = $1 and d.mode = $2 and (d.checkout_id in (select c.id from checkouts c
       where c.merchant_id = $1 and c.mode = $2 and c.operation_id = any($3::uuid[])) or d.id = any($4::uuid[]))`,
    '800000 deliveries',
  ],
  [
    'what is taken out of a queue by its key, for a number of rows that nobody knows when it is planned',
    `with due as materialized (select merchant_id, mode, object_id, kind from deadlines where due_at <= $1 order by due_at limit $2 for update skip locked)
     delete from deadlines d using due where d.merchant_id = due.merchant_id and d.mode = due.mode and d.object_id = due.object_id and d.kind = due.kind`,
    '230000 deadlines',
  ],
  [
    'the first of what no index has in order',
    `select min(tried_at) from webhook_deliveries where ${ofShop} and state = 'delivered'`,
    '400000 webhook_deliveries',
  ],
  [
    'some of what is a shop’s, in no order',
    `select o.mid from operations o where o.${ofShop} and o.channel = $3 limit $4`,
    '1000000 operations',
  ],
  [
    'what is compared by an operator that is not leakproof, beside row-level security',
    "select l.id from listed_settlements l where l.reference like 'LIQ-2026-0001%'",
    '400000 listed_settlements',
  ],
])('%s is reported', async (_, text, problem) => {
  expect(await tooMuch(text)).toContain(problem)
})

it.each([
  ['one by its key', `select mid from operations where ${ofShop} and id = $3`],
  [
    'some by their keys, in a database of a thousand merchants',
    `select mid from operations where ${ofShop} and id = any($3::uuid[]) order by id for update`,
  ],
  ['a page in the order of an index', `select mid from operations where ${ofShop} order by created_at desc, id desc limit $3`],
  [
    'what is due, by where it lies',
    'delete from deadlines d where d.ctid = any(array(select ctid from deadlines where due_at <= $1 order by due_at limit $2 for update skip locked))',
  ],
  [
    'what COPY reads by keys',
    `copy (select mid from operations where merchant_id = 'x' and mode = 'live' and id = 'y') to stdout`
      .replace("'x'", "'01900000-0000-7000-8000-0000000000a1'")
      .replace("'y'", "'01900000-0000-7000-8000-0000000000a2'"),
  ],
  ['what a test has of its own', 'select * from things_of_a_test'],
])('%s is accepted', async (_, text) => {
  expect(await tooMuch(text)).toEqual([])
})

it('a reference that begins as typed is found by an index, beside row-level security', async () => {
  for (const table of ['listed_settlements', 'listed_debits'] as const) {
    const which = searched('liq-2026-00012', sql`l.reference`)
    const { text } = prepared(sql`select l.id from ${named(table)} l where ${which} order by l.id desc limit ${51}`)
    expect(await tooMuch(text)).toEqual([])
  }
})

it('a file may read only what the list of exceptions allows', async () => {
  const all = `select count(*) from operations o join refunds r on r.merchant_id = o.merchant_id and r.mode = o.mode where o.merchant_id = $1 and o.mode = $2`
  expect(await tooMuch(all, 'server/sales/operations/list.ts')).toEqual(['30800 refunds'])
})

it('a statement that cannot be planned is reported', async () => {
  await expect(tooMuch('select nothing from operations')).rejects.toThrow('cannot plan statement: select nothing')
})
