import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from '../database/withClient.ts'
import { brokenLinks } from './brokenLinks.ts'
import { type AuditEntry, record } from './record.ts'

let place: TestDatabase
let database: Database
const accounts = [crypto.randomUUID(), crypto.randomUUID()]
const entry = (accountId: string, at: number): AuditEntry => ({
  accountId,
  merchantId: null,
  mode: null,
  userId: null,
  role: 'owner',
  ip: '127.0.0.1',
  call: 'operationRefund',
  outcome: 'done',
  entity: 'operation',
  entityId: crypto.randomUUID(),
  before: { refundedAmount: at },
  after: { refundedAmount: at + 1, word: 'ñandú "|"' },
  requestId: `r${at}`,
})
const owner = (text: string) => withClient(place.ownerUrl, (client) => client.query(text))

beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase({ url: place.appUrl, connections: 8 })
  await Promise.all(Array.from({ length: 200 }, (_, at) => database.write(null, (db) => record(db, entry(accounts[at % 2] ?? '', at)))))
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

it('numbers each account’s entries without gaps under concurrent writes, and the hash chain is valid', async () => {
  const rows = await database.read(null, (db) =>
    db.rows(sql`select account_id, min(seq) as first, max(seq) as last, count(*) as n from audit_entries group by 1`),
  )
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toMatchObject({ first: 1n, last: 100n, n: 100n })
  expect(await database.read(null, brokenLinks)).toEqual([])
})

it.each([
  ['update', sql`update audit_entries set outcome = 'x'`],
  ['delete', sql`delete from audit_entries`],
  ['update of the trail’s order', sql`update audit_entries set seq = seq + 1000`],
  ['truncate', sql`truncate audit_entries`],
])('refuses the application an %s', async (_, query) => {
  await expect(database.write(null, (db) => db.run(query))).rejects.toThrow(/append-only|permission denied/)
})

it('reports the entry that a superuser changed, deleted or reordered', async () => {
  await owner('alter table audit_entries disable trigger user')
  await owner(`update audit_entries set after = '{"refundedAmount": 0}' where account_id = '${accounts[0]}' and seq = 40`)
  await owner(`delete from audit_entries where account_id = '${accounts[1]}' and seq = 70`)
  const broken = await database.read(null, brokenLinks)
  expect(broken).toContainEqual({ accountId: accounts[0], seq: 40 })
  expect(broken).toContainEqual({ accountId: accounts[1], seq: 71 })
  await owner(`delete from audit_entries where account_id = '${accounts[1]}' and seq > 95`)
  expect(await database.read(null, brokenLinks)).toContainEqual({ accountId: accounts[1], seq: 96 })
})
