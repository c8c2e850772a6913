import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cents } from '#domain/platform/money'
import type { Posting } from '#domain/money/ledger'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { capturePostings, creditPostings, instalmentPostings, postJournal, refundPostings } from './postings.ts'

const merchantId = randomUUID()
const scope = mintScope(merchantId, 'live')
let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  const account = randomUUID()
  await withClient(place.ownerUrl, async (client) => {
    await client.query(`insert into accounts (id, type) values ($1, 'enterprise')`, [account])
    await client.query(`insert into merchants (id, account_id, name, status) values ($1, $2, 'Tienda', 'active')`, [merchantId, account])
  })
  database = openDatabase({ url: place.appUrl, connections: 4 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const post = (lines: readonly Posting[]) =>
  database.write(scope, (db) => postJournal(db, scope, { kind: 'payout', operationId: null, at: new Date(), lines }))
const journals = () => database.read(scope, (db) => db.rows(sql`select id from ledger_journals`))
const line = (account: Posting['account'], amountCents: number): Posting => ({ account, amountCents: cents(amountCents) })

it('a hundred unbalanced journals are all refused', async () => {
  const attempts = Array.from({ length: 100 }, (_, nth): Posting[] => {
    const off = 1 + Math.floor(Math.random() * 1000)
    if (nth % 3 === 0) return [line('cash', off)]
    if (nth % 3 === 1) return [line('cash', -off), line('merchant_payable', off + 1)]
    return [line('cash', off), line('merchant_payable', -off), line('fee_income', 1)]
  })
  const results = await Promise.allSettled(attempts.map(post))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(100)
  expect(await journals()).toEqual([])
})

it('a line added to a journal later, or a journal without lines, is refused too', async () => {
  const id = await post([line('cash', -500), line('merchant_payable', 500)])
  await expect(
    database.write(scope, (db) =>
      db.run(
        sql`insert into ledger_lines (merchant_id, mode, journal_id, account, amount_cents) values (${merchantId}, 'live', ${id}, 'fee_income', 1)`,
      ),
    ),
  ).rejects.toThrow('does not balance')
  await expect(post([])).rejects.toThrow('does not balance')
  await expect(post([line('cash', 0), line('fee_income', 0)])).rejects.toThrow('does not balance')
  expect(await journals()).toEqual([{ id }])
})

it('the application can neither update nor delete journals', async () => {
  for (const change of [
    sql`update ledger_lines set amount_cents = 1`,
    sql`delete from ledger_lines`,
    sql`delete from ledger_journals`,
    sql`truncate ledger_lines`,
  ]) {
    await expect(database.write(scope, (db) => db.run(change))).rejects.toThrow(/append-only|permission denied/)
  }
})

it('every kind of posting balances, whatever its amounts', () => {
  const whole = (top: number) => Math.floor(Math.random() * top)
  for (let nth = 0; nth < 1000; nth += 1) {
    const [amount, fee, vat, subsidy, down, opening, credit, off] = [
      100_000 + whole(1e6),
      whole(900),
      whole(200),
      whole(5000),
      whole(30_000),
      whole(800),
      whole(40_000),
      whole(60_000),
    ]
    const charges = {
      feeCents: cents(fee),
      vatCents: cents(vat),
      subsidyCents: cents(subsidy),
      netCents: cents(amount - fee - vat - subsidy),
    }
    const back = {
      feeCents: cents(-fee),
      vatCents: cents(-vat),
      subsidyCents: cents(-subsidy),
      netCents: cents(fee + vat + subsidy - amount),
    }
    const all = [
      capturePostings({ ...charges, financedCents: cents(amount - down), downpaymentCents: cents(down), openingFeeCents: cents(opening) }),
      instalmentPostings({ principalCents: cents(amount), interestCents: cents(fee) }),
      refundPostings({ ...back, refundCents: cents(amount), writtenOffCents: cents(off), creditToCustomerCents: cents(credit) }),
      ...(['begun', 'paid', 'declined', 'returned', 'manual'] as const).map((step) => creditPostings(step, cents(credit))),
    ]
    for (const postings of all) expect(postings.reduce((total, { amountCents }) => total + amountCents, 0)).toBe(0)
  }
})
