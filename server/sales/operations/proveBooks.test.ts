import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { withClient } from '../../platform/database/withClient.ts'
import { withOwner } from '../../testing/withOwner.ts'
import { writeFixture } from '../../testing/testFixture.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { brokenBooks, proofsOfNoTable } from '../../testing/operations/testBooks.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
  await writeFixture(place.ownerUrl)
  await writeOperations(place.ownerUrl, [
    { paid: 2 },
    { mode: 'sandbox', tinBps: 0 },
    { substatus: 'pending_merchant' },
    { substatus: 'payment_completed', downpayment: 'equal', openingFeeBps: 150 },
  ])
})
afterAll(() => place.drop())

it('proveBooks finds nothing in consistent books', async () => {
  expect(await brokenBooks(place.ownerUrl)).toEqual([])
})

it('the tables of every proof are recognised, by which tests leave out what has no rows', async () => {
  expect(await proofsOfNoTable(place.ownerUrl)).toEqual([])
})

/** Ways to lose or create money: the defect, and the statement that reverts it. */
const plants: [string, string, string][] = [
  [
    'a cent more refunded than the sum of refunds',
    `update operations set refunded_cents = 1 where captured_cents > 0`,
    `update operations set refunded_cents = 0`,
  ],
  [
    'a held amount without a refund',
    `update operations set refunded_cents = 1, held_cents = 1 where captured_cents > 0`,
    `update operations set refunded_cents = 0, held_cents = 0`,
  ],
  [
    'a settlement line with a wrong net amount',
    `update settlement_lines set gross_cents = gross_cents + 1, net_cents = net_cents + 1`,
    `update settlement_lines set gross_cents = gross_cents - 1, net_cents = net_cents - 1`,
  ],
  [
    'a fee moved to VAT',
    `update settlement_lines set fee_cents = fee_cents - 1, vat_cents = vat_cents + 1`,
    `update settlement_lines set fee_cents = fee_cents + 1, vat_cents = vat_cents - 1`,
  ],
  [
    'a wrong net amount',
    `update operations set net_cents = net_cents + 1 where captured_cents > 0`,
    `update operations set net_cents = net_cents - 1 where captured_cents > 0`,
  ],
  [
    'a capture that is too small',
    `update captures set amount_cents = amount_cents - 1`,
    `update captures set amount_cents = amount_cents + 1`,
  ],
  [
    'principal that nobody owes',
    `update instalments set principal_cents = principal_cents + 1, amount_cents = amount_cents + 1 where number = 6 and state = 'pending'`,
    `update instalments set principal_cents = principal_cents - 1, amount_cents = amount_cents - 1 where number = 6 and state = 'pending'`,
  ],
  [
    'an instalment paid without a ledger journal',
    `update instalments set state = 'paid', paid_at = now() where number = 6`,
    `update instalments set state = 'pending', paid_at = null where number = 6 and operation_id in (select id from operations where substatus = 'payment_process')`,
  ],
  [
    'a first payment without a matching charge',
    `update charges set amount_cents = amount_cents - 1 where instalment is null`,
    `update charges set amount_cents = amount_cents + 1 where instalment is null`,
  ],
  [
    'an instalment paid by a charge that was declined',
    `update charges set state = 'declined' where instalment = 1`,
    `update charges set state = 'captured' where instalment = 1`,
  ],
  [
    'a captured charge of an unpaid instalment',
    `update charges set instalment = 3 where instalment = 2 and operation_id in (select id from operations where substatus = 'payment_process')`,
    `update charges set instalment = 2 where instalment = 3 and operation_id in (select id from operations where substatus = 'payment_process')`,
  ],
  [
    'a refunded instalment that was never paid',
    `update instalments set state = 'refunded' where state = 'pending' and number = 4`,
    `update instalments set state = 'pending' where state = 'refunded' and number = 4`,
  ],
  [
    'a wrong next due date',
    `update operations set next_due_cents = next_due_cents + 1`,
    `update operations set next_due_cents = next_due_cents - 1`,
  ],
  [
    'a counter that missed one',
    `update operation_counters set operations = operations - 1`,
    `update operation_counters set operations = operations + 1`,
  ],
  [
    'money in an unconfirmed request',
    `update operations set captured_cents = 1 where substatus = 'pending_merchant'`,
    `update operations set captured_cents = 0 where substatus = 'pending_merchant'`,
  ],
]
it.each(plants)('proveBooks finds %s', async (_, plant, undo) => {
  await withOwner(place.ownerUrl, (client) => client.query(plant))
  expect((await brokenBooks(place.ownerUrl)).length).toBeGreaterThan(0)
  await withOwner(place.ownerUrl, (client) => client.query(undo))
  expect(await brokenBooks(place.ownerUrl)).toEqual([])
})

it('proveBooks finds a customer credited with more than they paid', async () => {
  const [unpaid = ''] = await writeOperations(place.ownerUrl, [{ totalCents: 30_000, numInstalments: 3 }])
  const operationId = uuidOf(unpaid)
  await withClient(place.ownerUrl, (client) =>
    client.query(
      `insert into refunds (merchant_id, mode, id, operation_id, kind, amount_cents, state, credit_to_customer_cents, created_at, completed_at)
       select merchant_id, mode, gen_random_uuid(), id, 'refund', 1, 'completed', 1, now(), now() from operations where id = $1`,
      [operationId],
    ),
  )
  const credited = (await brokenBooks(place.ownerUrl)).filter((words) => words.startsWith('no customer is credited'))
  expect(credited).toEqual([expect.stringContaining(`${operationId}: credited 1, paid 0`)])
  await withClient(place.ownerUrl, (client) => client.query('delete from refunds where operation_id = $1', [operationId]))
  expect(await brokenBooks(place.ownerUrl)).toEqual([])
})

it('proveBooks finds an unbalanced journal that bypassed the trigger', async () => {
  await withClient(place.ownerUrl, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(`update ledger_lines set amount_cents = amount_cents + 1 where account = 'fee_income'`)
  })
  const broken = await brokenBooks(place.ownerUrl)
  expect(broken.some((words) => words.startsWith('a journal sums to zero'))).toBe(true)
})
