import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { readStatusFile } from '#domain/money/bankStatus/readStatusFile'
import { spanishIban } from '#domain/money/iban'
import { localDate } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { announceDebits } from '../money/debits/announceDebits.ts'
import { chargeDebits } from '../money/debits/chargeDebits.ts'
import { returnByHand } from '../money/debits/operate.ts'
import { fileDebits } from '../money/payments/fileBank.ts'
import { simulatedDebits } from '../money/payments/simulatedBank.ts'
import { accountFile } from '../money/payments/simulatedBankFiles.ts'
import { applyBankFiles } from '../provider/bankFiles/applyFiles.ts'
import { receiveFile } from '../provider/bankFiles/store.ts'
import type { SettlementFixture } from '../testing/settlements/settlementFixture.ts'
import { startDebitFixture, type DebitFixture } from '../testing/debitFixture.ts'
import { refusalReason } from '../testing/refusalReason.ts'

let place: DebitFixture
let fixture: SettlementFixture
beforeAll(async () => {
  place = await startDebitFixture()
  ;({ fixture } = place)
})
afterAll(() => fixture.close())

const statesOf = async (shop: string) => (await place.debitsOf(shop)).map(({ state }) => state)
const moveAccount = (shop: string) =>
  fixture.rows(
    `with b as (insert into bank_accounts (id, account_id, iban, holder_name, created_at) select gen_random_uuid(), account_id, 'ES9121000418450200051332', 'Otra', now() from merchants where id = $1 returning id)
     update merchants set bank_account_id = b.id from b where merchants.id = $1`,
    [shop],
  )
/** Cleans up after a test, so that tests are independent. */
const clear = async () => {
  place.setTrouble('none')
  expect(await fixture.broken()).toEqual([])
  await fixture.rows('delete from debit_runs')
  await fixture.rows('delete from debit_queue')
}

it('a debit unknown to the bank is checked again before it is resent: mandate, account, amount owed, day', async () => {
  const shops = { same: '', less: '', paid: '', revoked: '', moved: '' }
  for (const name of Object.keys(shops) as (keyof typeof shops)[]) shops[name] = await place.owing()
  await place.live('2026-11-05T12:00:00Z')
  // The file does not reach the bank.
  place.setTrouble('none', 'none', 'lost')
  await place.live('2026-11-18T08:30:00Z')
  for (const shop of Object.values(shops)) {
    expect(await place.debitsOf(shop)).toMatchObject([{ state: 'sent', charged: 10_000 }])
    expect(await place.entriesOf(shop)).toEqual([])
  }
  const [before] = await fixture.rows<{ message_id: string }>('select distinct message_id from debit_queue')
  // The bank does not answer: the status is unknown, and nothing is sent.
  place.setTrouble('lost')
  await fixture.lines(shops.less, [{ at: '2026-11-18T09:00:00Z', grossCents: 4_000 }])
  await fixture.lines(shops.paid, [{ at: '2026-11-18T09:00:00Z', grossCents: 10_000 }])
  await fixture.rows(`update debit_mandates set ended_at = now(), ended_why = 'revoked' where merchant_id = $1`, [shops.revoked])
  await moveAccount(shops.moved)
  await place.live('2026-11-18T10:00:00Z')
  for (const shop of Object.values(shops)) expect(await statesOf(shop)).toEqual(['sent'])
  place.setTrouble('none')
  // The same when its answer does not mention them.
  await fixture.rows(`update debit_queue set ask_at = '-infinity'`)
  await chargeDebits({ ...place.services, payments: { debits: { ...place.bank, reports: async () => [] } } })
  expect(await place.entriesOf(shops.same)).toEqual([])
  await place.live('2026-11-18T11:00:00Z')
  expect(await place.entriesOf(shops.same)).toMatchObject([{ amountCents: 10_000 }])
  expect(await place.entriesOf(shops.less)).toMatchObject([{ amountCents: 6_000 }])
  for (const shop of [shops.paid, shops.revoked, shops.moved]) {
    expect(await place.entriesOf(shop)).toEqual([])
    expect(await place.debitsOf(shop)).toMatchObject([{ state: 'cancelled', charged: null }])
  }
  // The file has another message id.
  expect(await fixture.rows('select from debit_queue where message_id = $1', [before?.message_id])).toEqual([])
  await place.live('2026-11-19T09:00:00Z')
  expect(await place.debitsOf(shops.less)).toMatchObject([{ state: 'booked', charged: 6_000 }])
  await clear()
})

it('a debit that could not be sent for days is announced again', async () => {
  const shop = await place.owing()
  await place.live('2026-11-05T12:00:00Z')
  place.setTrouble('none', 'none', 'lost')
  await place.live('2026-11-18T08:30:00Z')
  await place.live('2026-11-26T08:30:00Z')
  expect([await statesOf(shop), await place.entriesOf(shop)]).toEqual([['cancelled'], []])
  await place.live('2026-11-26T09:00:00Z')
  expect(await place.debitsOf(shop)).toMatchObject([{ state: 'cancelled' }, { state: 'notified', due: '2026-12-10' }])
  await clear()
})

it('a debit that the bank has counts, also when a restore lost that it was sent or cancelled', async () => {
  const [announced, cancelled] = [await place.owing(), await place.owing()]
  await place.live('2026-11-05T12:00:00Z')
  for (const shop of [announced, cancelled]) await fixture.lines(shop, [{ at: '2026-11-18T07:00:00Z', grossCents: 2_500 }])
  await place.live('2026-11-18T08:30:00Z')
  await fixture.rows(`update debits set state = 'notified', charged_cents = null, sent_at = null where merchant_id = $1`, [announced])
  await fixture.rows(
    `update debits set state = 'cancelled', charged_cents = null, sent_at = null, done_at = now() where merchant_id = $1`,
    [cancelled],
  )
  await place.live('2026-11-19T09:00:00Z')
  expect(await place.debitsOf(announced)).toMatchObject([{ state: 'booked', announced: 10_000, charged: 7_500 }])
  // The debit announced instead is not charged as well.
  expect(await statesOf(cancelled)).toEqual(['booked', 'cancelled'])
  await place.live('2026-11-20T09:00:00Z')
  expect([await place.debtOf(announced), await place.debtOf(cancelled)]).toEqual([null, null])
  await clear()
})

it('a cancelled debit that the bank has after all replaces the one announced instead', async () => {
  const shop = await place.owing()
  await place.live('2026-11-05T12:00:00Z')
  await place.live('2026-11-18T08:30:00Z')
  await fixture.rows(
    `update debits set state = 'cancelled', charged_cents = null, sent_at = null, done_at = now() where merchant_id = $1`,
    [shop],
  )
  await announceDebits(place.services)
  fixture.setNow('2026-11-18T09:00:00Z')
  await fixture.rows(`update debit_runs set look_at = '-infinity'`)
  await announceDebits(place.services)
  expect(await statesOf(shop)).toEqual(['cancelled', 'notified'])
  await place.live('2026-11-18T10:00:00Z')
  expect(await statesOf(shop)).toEqual(['sent', 'cancelled'])
  await place.live('2026-11-19T09:00:00Z')
  expect(await statesOf(shop)).toEqual(['booked', 'cancelled'])
  await clear()
})

it('a debit first reported as returned is booked and returned', async () => {
  const shop = await place.owing(spanishIban('9991', '0001', '0000000001'))
  for (const at of ['2026-11-05T12:00:00Z', '2026-11-18T08:30:00Z', '2026-11-23T12:00:00Z']) await place.live(at)
  expect(await place.debitsOf(shop)).toMatchObject([{ state: 'returned', reason: 'AM04' }])
  expect(await fixture.rows('select kind, code from provider_tasks where merchant_id = $1', [shop])).toEqual([
    { kind: 'debit_returned', code: 'AM04' },
  ])
  expect(
    await fixture.rows(
      `select repayment_of, net_cents::int as net from settlement_lines where merchant_id = $1 and kind = 'repayment' order by net_cents`,
      [shop],
    ),
  ).toEqual([
    { repayment_of: 'debit_return', net: -10_000 },
    { repayment_of: 'debit', net: 10_000 },
  ])
  await clear()
})

it('a debit is queried for thirteen months, at growing intervals, and can be returned until then', async () => {
  const [shop, old] = [await place.owing(), await place.owing()]
  for (const at of ['2026-11-05T12:00:00Z', '2026-11-18T08:30:00Z', '2026-11-19T09:00:00Z', '2026-11-20T09:00:00Z']) await place.live(at)
  // This bank no longer knows any debit.
  const forgetful = { ...place.services, payments: { debits: simulatedDebits() } }
  const waits = async (at: string) => {
    fixture.setNow(at)
    await fixture.rows(`update debit_queue set ask_at = '-infinity'`)
    await chargeDebits(forgetful)
    const rows = await fixture.rows<{ days: number }>(
      `select extract(epoch from ask_at - $2::timestamptz)::int / 86400 as days from debit_queue where merchant_id = $1`,
      [old, at],
    )
    return rows.map(({ days }) => days)
  }
  expect(await waits('2026-11-21T09:00:00Z')).toEqual([1])
  expect(await waits('2027-03-01T09:00:00Z')).toEqual([7])
  // After a year the bank returns it as unauthorised: the returned amount is owed, and the mandate ends.
  const [debit] = await place.debitsOf(shop)
  expect(
    await refusalReason(fixture.services, (db, by) => returnByHand(db, { reference: debit?.reference ?? '', code: 'MD01' }, by)),
  ).toBeNull()
  expect(await place.debtStateOf(shop)).toMatchObject({
    debtCents: 0,
    returnedCents: 10_000,
    mandate: { state: 'refused' },
    next: { step: 'none' },
  })
  await place.live('2027-03-03T09:00:00Z')
  expect(await place.debtStateOf(shop)).toMatchObject({ since: '2026-10-06', returnedCents: 0, next: { step: 'claim' }, isSpent: false })
  expect(await fixture.rows('select from debit_runs where merchant_id = $1', [shop])).toEqual([])
  // With a new mandate it is attempted once more.
  await place.sign(shop)
  await fixture.rows('update debit_mandates set signed_at = $2 where merchant_id = $1 and ended_at is null', [shop, fixture.services.now()])
  expect(await place.debtStateOf(shop)).toMatchObject({ next: { step: 'notice' } })
  expect(await waits('2027-12-28T09:00:00Z')).toEqual([7])
  expect(await waits('2027-12-30T09:00:00Z')).toEqual([])
  await clear()
})

it('a mandate without a debit for three years lapses, and no debit is announced on it', async () => {
  const shop = await place.owing()
  await fixture.rows(`update debit_mandates set signed_at = '2023-11-04' where merchant_id = $1`, [shop])
  await place.live('2026-11-05T12:00:00Z')
  expect([await statesOf(shop), (await place.debtStateOf(shop)).mandate?.state]).toEqual([[], 'lapsed'])
  await clear()
})

it('a debit that goes to the bank by file is sent once, and charged and returned by what files of the bank say', async () => {
  const shop = await place.owing()
  await place.live('2026-11-05T12:00:00Z')
  fixture.setNow('2026-11-18T08:30:00Z')
  const debits = fileDebits(fixture.services.database, { iban: place.bank.iban, folder: null })
  for (let round = 0; round < 2; round += 1) {
    await fixture.rows(`update debit_queue set ask_at = '-infinity'`)
    await chargeDebits({ ...place.services, payments: { debits } })
  }
  const files = await fixture.rows<{ xml: string; kind: string }>('select xml, kind from payout_files where handed_at is not null')
  expect(files.map(({ kind }) => kind)).toEqual(['debits'])
  const schema = await readFile(join(import.meta.dirname, '../testing/schemas/pain.008.001.08.xsd'), 'utf8')
  expect((await validateXML({ xml: files[0]?.xml ?? '', schema })).errors).toEqual([])
  const [debit] = await place.debitsOf(shop)
  const reference = debit?.reference ?? ''
  const read = async (outcome: 'executed' | 'returned', on: string) => {
    fixture.setNow(`${on}T12:00:00Z`)
    const orders = [{ kind: 'debit', reference, amountCents: cents(debit?.charged ?? 0), outcome, code: 'MD06' }] as const
    const account = { format: 'camt.053', version: 2, messageId: on, at: fixture.services.now(), iban: place.bank.iban } as const
    const bytes = Buffer.from(accountFile({ ...account, on: localDate(on), orders }))
    const file = readStatusFile(bytes, [place.bank.iban])
    await receiveFile(fixture.services, { name: on, bytes, from: { source: 'folder' } }, file, fixture.services.now())
    await applyBankFiles(fixture.services)
    return statesOf(shop)
  }
  expect(await read('executed', '2026-11-20')).toEqual(['booked'])
  expect(await place.debtStateOf(shop)).toMatchObject({ owed: 0 })
  expect(await read('returned', '2026-11-25')).toEqual(['returned'])
  expect((await place.debitsOf(shop))[0]).toMatchObject({ reason: 'MD06' })
  expect(await place.debtStateOf(shop)).toMatchObject({ owed: 10_000 })
  await clear()
})
