import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, isTargetBusinessDay, localDate } from '#domain/dates'
import { creditorId } from '#domain/directDebit'
import { spanishIban } from '#domain/iban'
import { cents } from '#domain/money'
import { mintScope } from '../db/scope.ts'
import { announceDebits } from '../debits/announceDebits.ts'
import { chargeDebits, type ChargingHouse } from '../debits/chargeDebits.ts'
import { returnByHand } from '../debits/operateDebits.ts'
import { readStanding } from '../debits/readStanding.ts'
import { receiveTransfer, type ReceivedTransfer } from '../debits/receiveTransfer.ts'
import { undoTransfer } from '../debits/undoTransfer.ts'
import { readDebt } from '../ledger/readDebt.ts'
import { simulatedDebits } from '../payments/simulatedDebits.ts'
import type { BankTrouble } from '../payments/simulatedBank.ts'
import { settle } from '../settlements/settle.ts'
import { killedAt, testGround, type TestGround, type TestLine } from '../settlements/testSettling.ts'

let ground: TestGround
let trouble: BankTrouble = 'none'
let bank: ReturnType<typeof simulatedDebits>
let house: ChargingHouse
beforeAll(async () => {
  ground = await testGround()
  bank = simulatedDebits(() => trouble)
  house = { ...ground.house, payments: { debits: bank } }
})
afterAll(() => ground.close())

const good = 'ES7921000813610123456789'
/** Of banks that refuse or give back (simulatedDebits.ts). */
const closed = spanishIban('9990', '0001', '0000000001')

/** A shop that owes a hundred euros since 6 October 2026, with a mandate for its account. */
async function owing(iban = good, signed = true): Promise<string> {
  ground.setNow('2026-10-07T08:00:00Z')
  const shop = await ground.shop({ iban })
  await ground.lines(shop, [{ at: '2026-10-05T10:00:00Z', grossCents: -10_000, kind: 'refund' }])
  await settleNow()
  if (signed) await sign(shop)
  return shop
}

const sign = async (shop: string) => {
  await ground.rows(
    `insert into debit_mandates (merchant_id, mode, id, reference, bank_account_id, iban, debtor_name, creditor_id, creditor_name, creditor_address, place, wording, signed_at, signer_name)
     select m.id, 'live', $2::uuid, 'MAN-' || upper(left($2::text, 13)), b.id, b.iban, b.holder_name, $3, 'Crédito', 'Calle 1', 'Lugo', '…', '2026-10-01', 'Eva Mora' from merchants m join bank_accounts b on b.id = m.bank_account_id where m.id = $1`,
    [shop, randomUUID(), creditorId('A00000000', '000')],
  )
  await ground.rows(`insert into debit_turns (merchant_id, look_at) values ($1, '-infinity')`, [shop])
}

/** Settles all shops, or those alone. */
const settleNow = async (shops: readonly string[] | null = null) => {
  await ground.rows(`update settlement_turns set settled_until = '-infinity' where $1::uuid[] is null or merchant_id = any($1)`, [shops])
  await settle(ground.house)
}

/** Moves the clock and does all that is due then. */
async function live(at: string): Promise<void> {
  ground.setNow(at)
  await settleNow()
  await ground.rows(`update debit_turns set look_at = '-infinity'`)
  await announceDebits(house)
  await ground.rows(`update debit_queue set ask_at = '-infinity' where message_id is not null`)
  await chargeDebits(house)
}

type Stored = { reference: string; state: string; announced: number; charged: number | null; due: string; reason: string | null }
const debitsOf = (shop: string) =>
  ground.rows<Stored>(
    `select reference, state, announced_cents::int as announced, charged_cents::int as charged, due_on::text as due, reason_code as reason from debits where merchant_id = $1 order by announced_at, reference`,
    [shop],
  )
const debtOf = (shop: string) => ground.house.database.read(mintScope(shop, 'live'), (db) => readDebt(db, mintScope(shop, 'live')))
const stepOf = (shop: string) =>
  ground.house.database
    .read(mintScope(shop, 'live'), (db) => readStanding(db, mintScope(shop, 'live'), ground.house.now()))
    .then(({ next }) => next.step)
const entriesOf = async (shop: string) => {
  const mine = new Set((await debitsOf(shop)).map(({ reference }) => reference))
  return bank.entries().filter(({ endToEndId }) => mine.has(endToEndId))
}
const told = (shop: string) =>
  ground
    .rows<{ type: string }>('select type from notifications where merchant_id = $1 order by created_at, id', [shop])
    .then((rows) => rows.map(({ type }) => type).filter((type) => type.startsWith('de')))

describe('a debt of thirty days', () => {
  it('is announced, charged at what is left of it, and a line of its own in the next settlement', async () => {
    const shop = await owing()
    await live('2026-11-04T12:00:00Z')
    expect([await debitsOf(shop), await stepOf(shop)]).toEqual([[], 'sales'])
    await live('2026-11-05T12:00:00Z')
    await live('2026-11-05T13:00:00Z')
    expect(await debitsOf(shop)).toMatchObject([{ state: 'notified', announced: 10_000, charged: null, due: '2026-11-19' }])
    // Sales that are settled and sales that wait both count.
    await ground.lines(shop, [
      { at: '2026-11-10T10:00:00Z', grossCents: 2_000 },
      { at: '2026-11-18T07:00:00Z', grossCents: 500 },
    ])
    await live('2026-11-17T12:00:00Z')
    expect(await entriesOf(shop)).toEqual([])
    for (const hour of ['08', '09', '10']) await live(`2026-11-18T${hour}:30:00Z`)
    expect(await entriesOf(shop)).toMatchObject([{ amountCents: 7_500, iban: good, chargeOn: '2026-11-19', told: 1 }])
    for (const hour of ['07', '08']) await live(`2026-11-19T${hour}:30:00Z`)
    expect(await debitsOf(shop)).toMatchObject([{ state: 'booked', charged: 7_500 }])
    await live('2026-11-20T08:00:00Z')
    expect(
      await ground.rows(
        `select opening_cents::int as opening, repayments_cents::int as repaid, repayment_count as many, net_cents::int as net, closing_cents::int as closing from settlements where merchant_id = $1 order by value_on desc limit 1`,
        [shop],
      ),
    ).toEqual([{ opening: -7_500, repaid: 7_500, many: 1, net: 0, closing: 0 }])
    expect(await debtOf(shop)).toBeNull()
    expect(await told(shop)).toEqual(['debit_announced', 'debit_charged'])
    expect(await ground.broken()).toEqual([])
  })

  it('is not charged when it is gone, or when its mandate fell', async () => {
    const [gone, moved, revoked] = [await owing(), await owing(), await owing()]
    await live('2026-11-05T12:00:00Z')
    await ground.lines(gone, [{ at: '2026-11-17T10:00:00Z', grossCents: 30_000 }])
    await ground.rows(
      `with b as (insert into bank_accounts (id, account_id, iban, holder_name, created_at) select gen_random_uuid(), account_id, 'ES9121000418450200051332', 'Otra', now() from merchants where id = $1 returning id)
       update merchants set bank_account_id = b.id from b where merchants.id = $1`,
      [moved],
    )
    // Revoked in the very moment between the two looks: the hand-in sees for itself.
    await ground.rows(`update debit_mandates set ended_at = now(), ended_why = 'revoked' where merchant_id = $1`, [revoked])
    for (const at of ['2026-11-18T09:00:00Z', '2026-11-19T09:00:00Z', '2026-11-20T09:00:00Z']) await live(at)
    for (const shop of [gone, moved, revoked]) {
      expect((await debitsOf(shop)).map(({ state }) => state)).toEqual(['cancelled'])
      expect(await entriesOf(shop)).toEqual([])
    }
    expect(await ground.rows('select ended_why from debit_mandates where merchant_id = $1', [moved])).toEqual([{ ended_why: 'account' }])
    expect([await stepOf(gone), await stepOf(moved), await stepOf(revoked)]).toEqual(['none', 'claim', 'claim'])
    expect(await ground.broken()).toEqual([])
  })

  it('without a mandate, and in test mode, never goes to the bank', async () => {
    const [unsigned, test] = [await owing(good, false), await owing()]
    await ground.rows(`delete from debit_turns where merchant_id = $1`, [unsigned])
    ground.setNow('2026-10-07T09:00:00Z')
    // The real debt is repaid; what is left is the test mode's.
    await ground.lines(test, [{ at: '2026-10-06T10:00:00Z', grossCents: 10_000 }])
    await ground.lines(test, [{ at: '2026-10-05T10:00:00Z', grossCents: -9_999, kind: 'refund' }], 'sandbox')
    for (const at of ['2026-11-06T09:00:00Z', '2026-11-20T09:00:00Z', '2026-12-20T09:00:00Z']) await live(at)
    expect([await debitsOf(unsigned), await debitsOf(test)]).toEqual([[], []])
    expect([await stepOf(unsigned), await stepOf(test)]).toEqual(['claim', 'none'])
    const scope = mintScope(test, 'sandbox')
    expect((await ground.house.database.read(scope, (db) => readStanding(db, scope, ground.house.now()))).next.step).toBe('covered')
  })

  it('comes back as old as it was when the bank gives the money back, is tried once more, and then claimed', async () => {
    const shop = await owing()
    await live('2026-11-05T12:00:00Z')
    for (const at of ['2026-11-18T09:00:00Z', '2026-11-19T09:00:00Z', '2026-11-20T09:00:00Z']) await live(at)
    expect([await debtOf(shop), (await debitsOf(shop)).map(({ state }) => state)]).toEqual([null, ['booked']])
    const [first] = await debitsOf(shop)
    // Eight weeks later, on the day after Epiphany.
    ground.setNow('2027-01-07T10:00:00Z')
    await expect(returnByHand(ground.house.database, first?.reference ?? '', 'MS03', ground.house.now())).resolves.toBeNull()
    await expect(returnByHand(ground.house.database, first?.reference ?? '', 'MS03', ground.house.now())).resolves.toMatch(/no debit/)
    await live('2027-01-08T09:00:00Z')
    expect(await debtOf(shop)).toEqual({ amountCents: 10_000, since: '2026-10-06' })
    expect((await debitsOf(shop)).map(({ state }) => state)).toEqual(['returned', 'notified'])
    const second = (await debitsOf(shop))[1]
    for (const days of [-1, 0, 3]) await live(`${addDays(localDate(second?.due ?? ''), days)}T09:30:00Z`)
    expect(await debtOf(shop)).toBeNull()
    await returnByHand(ground.house.database, second?.reference ?? '', 'AM04', ground.house.now())
    for (const days of [4, 5, 40]) await live(`${addDays(localDate(second?.due ?? ''), days)}T09:30:00Z`)
    expect([await debtOf(shop), await stepOf(shop), (await debitsOf(shop)).length]).toEqual([
      { amountCents: 10_000, since: '2026-10-06' },
      'claim',
      2,
    ])
    expect(await ground.broken()).toEqual([])
  })

  it('is not tried again where the account is closed, and nothing is booked', async () => {
    const shop = await owing(closed)
    for (const at of ['2026-11-05T12:00:00Z', '2026-11-18T09:00:00Z', '2026-11-19T09:00:00Z', '2026-12-20T09:00:00Z']) await live(at)
    expect(await debitsOf(shop)).toMatchObject([{ state: 'rejected', reason: 'AC04' }])
    expect([await debtOf(shop), await stepOf(shop)]).toEqual([{ amountCents: 10_000, since: '2026-10-06' }, 'claim'])
    expect(await ground.rows(`select from settlement_lines where merchant_id = $1 and kind = 'repayment'`, [shop])).toEqual([])
    expect(await told(shop)).toEqual(['debit_announced', 'debit_failed'])
  })

  it('is paid by a transfer that the operator books, once by the bank’s reference', async () => {
    const shop = await owing(good, false)
    const received = { merchantId: shop, amountCents: cents(6_000), reference: 'N43-1', at: new Date('2026-10-20T09:00:00Z') }
    ground.setNow('2026-10-20T10:00:00Z')
    const receive = (transfer: ReceivedTransfer) => receiveTransfer(ground.house.database, transfer, ground.house.now())
    expect(await receive(received)).toBeNull()
    expect(await receive({ ...received, isForced: true })).toMatch(/booked already/)
    // More than it owes is taken where the operator insists, and the rest is paid back.
    const more = { ...received, amountCents: cents(4_500), reference: 'N43-2' }
    expect(await receive(more)).toMatch(/owes 40,00/)
    expect(await receive({ ...more, isForced: true })).toBeNull()
    await live('2026-10-21T09:00:00Z')
    expect(
      await ground.rows(
        `select opening_cents::int as opening, repayments_cents::int as repaid, net_cents::int as net from settlements where merchant_id = $1 order by value_on desc limit 1`,
        [shop],
      ),
    ).toEqual([{ opening: -10_000, repaid: 10_500, net: 500 }])
    expect(await ground.broken()).toEqual([])
  })

  it('a transfer of another shop is taken out again, and its reference is free for the right one', async () => {
    const [wrong, right] = [await owing(good, false), await owing(good, false)]
    const receive = (merchantId: string) =>
      receiveTransfer(
        ground.house.database,
        { merchantId, amountCents: cents(9_000), reference: 'N43-3', at: ground.house.now() },
        ground.house.now(),
      )
    const undo = (merchantId: string) => undoTransfer(ground.house.database, { merchantId, reference: 'N43-3' }, ground.house.now())
    expect(await receive(wrong)).toBeNull()
    expect(await receive(right)).toMatch(/for this shop or another/)
    await live('2026-10-08T09:00:00Z')
    expect(await debtOf(wrong)).toMatchObject({ amountCents: 1_000 })
    expect([await undo(right), await undo(wrong), await undo(wrong)]).toEqual([
      expect.stringMatching(/no transfer/),
      null,
      expect.stringMatching(/no transfer/),
    ])
    expect(await receive(right)).toBeNull()
    await live('2026-10-09T09:00:00Z')
    expect([await debtOf(wrong), await debtOf(right)]).toMatchObject([{ amountCents: 10_000, since: '2026-10-06' }, { amountCents: 1_000 }])
    // Who owes nothing pays nothing.
    ground.setNow('2026-10-07T08:00:00Z')
    expect(await receive(await ground.shop())).toMatch(/owes nothing/)
    expect(await ground.broken()).toEqual([])
  })
})

it('killed at any step and by a bank that lies, a debt is charged exactly once', async () => {
  const troubles: BankTrouble[] = ['none', 'lost', 'late', 'twice']
  let step = 0
  for (let ended = false; !ended; step += 1) {
    trouble = 'none'
    const shop = await owing()
    ground.setNow('2026-11-05T12:00:00Z')
    const announcing = killedAt(ground.house.database, step)
    await Promise.allSettled([announceDebits({ ...house, database: announcing })])
    await ground.rows(`update debit_turns set look_at = '-infinity' where merchant_id = $1`, [shop])
    await announceDebits(house)
    ground.setNow('2026-11-18T09:00:00Z')
    trouble = troubles[step % troubles.length] ?? 'none'
    const charging = killedAt(ground.house.database, step)
    await Promise.allSettled([chargeDebits({ ...house, database: charging }), chargeDebits(house)])
    trouble = 'none'
    for (const at of ['2026-11-18T09:20:00Z', '2026-11-18T10:00:00Z']) {
      ground.setNow(at)
      await ground.rows(`update debit_queue set ask_at = '-infinity'`)
      await chargeDebits(house)
    }
    ground.setNow('2026-11-19T09:00:00Z')
    await ground.rows(`update debit_queue set ask_at = '-infinity'`)
    const booking = killedAt(ground.house.database, step)
    await Promise.allSettled([chargeDebits({ ...house, database: booking })])
    await ground.rows(`update debit_queue set ask_at = '-infinity'`)
    await chargeDebits(house)
    ended = step > 0 && [announcing, charging, booking].every((database) => database.steps() < step)
    expect(await debitsOf(shop), `killed at step ${step}`).toMatchObject([{ state: 'booked', announced: 10_000, charged: 10_000 }])
    expect((await entriesOf(shop)).map(({ amountCents }) => amountCents)).toEqual([10_000])
    // Each is out of the way of the next.
    await ground.rows(`delete from debit_turns where merchant_id = $1`, [shop])
    await ground.rows(`delete from debit_queue where merchant_id = $1`, [shop])
    if (step > 60) throw new Error('a run with no end')
  }
  expect(step).toBeGreaterThan(8)
  await live('2026-11-20T09:00:00Z')
  expect(await ground.broken()).toEqual([])
}, 120_000)

it('over random months the books close, and no debit takes more than was owed', async () => {
  let seed = 29
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const whole = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1))
  const shops: string[] = []
  await ground.rows('delete from debit_turns')
  await ground.rows('delete from debit_queue')
  await ground.rows(`update settlement_turns set settled_until = 'infinity'`)
  for (let nth = 0; nth < 4; nth += 1) {
    ground.setNow('2026-10-07T08:00:00Z')
    const shop = await ground.shop({ reserveBps: nth === 2 ? 1_000 : 0, iban: nth === 3 ? closed : good })
    const lines = Array.from({ length: 40 }, (): TestLine => {
      const isBack = chance() < 0.5
      const at = new Date(Date.UTC(2026, 9, 1) + whole(0, 90 * 86_400) * 1_000)
      return isBack ? { at, kind: 'refund', grossCents: -whole(1, 30_000) } : { at, grossCents: whole(1, 26_000), feeCents: whole(0, 300) }
    })
    await ground.lines(shop, [{ at: '2026-10-01T10:00:00Z', grossCents: -40_000, kind: 'refund' }, ...lines])
    await sign(shop)
    shops.push(shop)
  }
  let charged = 0
  let returned = 0
  for (let day = localDate('2026-10-08'); day < '2027-01-20'; day = addDays(day, 1)) {
    if (!isTargetBusinessDay(day)) continue
    ground.setNow(`${day}T08:30:00Z`)
    await settleNow(shops)
    const owed = new Map<string, number>()
    for (const shop of shops) owed.set(shop, (await debtOf(shop))?.amountCents ?? 0)
    const known = bank.entries().length
    await ground.rows(`update debit_turns set look_at = '-infinity'`)
    await announceDebits(house)
    await ground.rows(`update debit_queue set ask_at = '-infinity' where message_id is not null`)
    await chargeDebits(house)
    for (const entry of bank.entries().slice(known)) {
      const [row] = await ground.rows<{ merchant_id: string }>('select merchant_id from debits where reference = $1', [entry.endToEndId])
      expect(entry.amountCents, `${entry.endToEndId} on ${day}`).toBeLessThanOrEqual(owed.get(row?.merchant_id ?? '') ?? 0)
      charged += 1
    }
    if (chance() > 0.12) continue
    const [one] = await ground.rows<{ reference: string }>(
      `select reference from debits where state = 'booked' and merchant_id = any($1) order by reference limit 1`,
      [shops],
    )
    if (one && (await returnByHand(ground.house.database, one.reference, 'AM04', ground.house.now())) === null) returned += 1
  }
  expect(await ground.broken()).toEqual([])
  expect([charged > 3, returned > 0]).toEqual([true, true])
}, 120_000)
