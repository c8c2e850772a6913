import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testStride } from '#domain/testing/testRuns'
import { addDays, localDate } from '#domain/platform/dates'
import { isTargetBusinessDay } from '#domain/platform/targetCalendar'
import { spanishIban } from '#domain/money/iban'
import { cents } from '#domain/platform/money'
import { mintScope } from '../platform/database/scope.ts'
import { announceDebits } from '../money/debits/announceDebits.ts'
import { chargeDebits, type ChargingServices } from '../money/debits/chargeDebits.ts'
import { returnByHand } from '../money/debits/operate.ts'
import { readDebtState } from '../money/debits/debt.ts'
import { type ReceivedTransfer, receiveTransfer, undoTransfer } from '../money/debits/transfers.ts'
import type { BankDebits } from '../money/payments/partners.ts'
import type { BankTrouble } from '../money/payments/simulatedBank.ts'
import { killedAt, type SettlementFixture, type TestLine } from '../testing/settlements/settlementFixture.ts'
import { startDebitFixture, goodIban, type DebitFixture } from '../testing/debitFixture.ts'
import { refusalReason } from '../testing/refusalReason.ts'

let place: DebitFixture
let fixture: SettlementFixture
let services: ChargingServices
beforeAll(async () => {
  place = await startDebitFixture()
  ;({ fixture, services } = place)
})
afterAll(() => fixture.close())

/** IBANs at banks that refuse or return debits (simulatedBank.ts). */
const closed = spanishIban('9990', '0001', '0000000001')
const stepOf = (shop: string) => place.debtStateOf(shop).then(({ next }) => next.step)

const receive = (transfer: ReceivedTransfer) => refusalReason(fixture.services, (db, by) => receiveTransfer(db, transfer, by))
const returned = (reference = '', code = '') => refusalReason(fixture.services, (db, by) => returnByHand(db, { reference, code }, by))

describe('a debt of thirty days', () => {
  it('is announced, charged for the remaining amount, and a line of the next settlement', async () => {
    const shop = await place.owing()
    await place.live('2026-11-04T12:00:00Z')
    expect([await place.debitsOf(shop), await stepOf(shop)]).toEqual([[], 'sales'])
    await place.live('2026-11-05T12:00:00Z')
    await place.live('2026-11-05T13:00:00Z')
    expect(await place.debitsOf(shop)).toMatchObject([{ state: 'notified', announced: 10_000, charged: null, due: '2026-11-19' }])
    // Settled and unsettled sales both count.
    await fixture.lines(shop, [
      { at: '2026-11-10T10:00:00Z', grossCents: 2_000 },
      { at: '2026-11-18T07:00:00Z', grossCents: 500 },
    ])
    await place.live('2026-11-17T12:00:00Z')
    expect(await place.entriesOf(shop)).toEqual([])
    for (const hour of ['08', '09', '10']) await place.live(`2026-11-18T${hour}:30:00Z`)
    expect(await place.entriesOf(shop)).toMatchObject([{ amountCents: 7_500, iban: goodIban, chargeOn: '2026-11-19', received: 1 }])
    for (const hour of ['07', '08']) await place.live(`2026-11-19T${hour}:30:00Z`)
    expect(await place.debitsOf(shop)).toMatchObject([{ state: 'booked', charged: 7_500 }])
    await place.live('2026-11-20T08:00:00Z')
    expect(
      await fixture.rows(
        `select opening_cents::int as opening, repayments_cents::int as repaid, repayment_count as many, net_cents::int as net, closing_cents::int as closing from settlements where merchant_id = $1 order by value_on desc limit 1`,
        [shop],
      ),
    ).toEqual([{ opening: -7_500, repaid: 7_500, many: 1, net: 0, closing: 0 }])
    expect(await place.debtOf(shop)).toBeNull()
    expect(await place.notified(shop)).toEqual(['debit_announced', 'debit_charged'])
    expect(await fixture.broken()).toEqual([])
  })

  it('is not charged when it is repaid or its mandate has ended', async () => {
    const [gone, moved, revoked] = [await place.owing(), await place.owing(), await place.owing()]
    await place.live('2026-11-05T12:00:00Z')
    await fixture.lines(gone, [{ at: '2026-11-17T10:00:00Z', grossCents: 30_000 }])
    await fixture.rows(
      `with b as (insert into bank_accounts (id, account_id, iban, holder_name, created_at) select gen_random_uuid(), account_id, 'ES9121000418450200051332', 'Otra', now() from merchants where id = $1 returning id)
       update merchants set bank_account_id = b.id from b where merchants.id = $1`,
      [moved],
    )
    // Revoked between announcement check and sending: sending checks again.
    await fixture.rows(`update debit_mandates set ended_at = now(), ended_why = 'revoked' where merchant_id = $1`, [revoked])
    for (const at of ['2026-11-18T09:00:00Z', '2026-11-19T09:00:00Z', '2026-11-20T09:00:00Z']) await place.live(at)
    for (const shop of [gone, moved, revoked]) {
      expect((await place.debitsOf(shop)).map(({ state }) => state)).toEqual(['cancelled'])
      expect(await place.entriesOf(shop)).toEqual([])
    }
    expect(await fixture.rows('select ended_why from debit_mandates where merchant_id = $1', [moved])).toEqual([{ ended_why: 'account' }])
    expect([await stepOf(gone), await stepOf(moved), await stepOf(revoked)]).toEqual(['none', 'claim', 'claim'])
    expect(await fixture.broken()).toEqual([])
  })

  it('is never sent to the bank without a mandate or in test mode', async () => {
    const [unsigned, test] = [await place.owing(goodIban, false), await place.owing()]
    await fixture.rows(`delete from debit_runs where merchant_id = $1`, [unsigned])
    fixture.setNow('2026-10-07T09:00:00Z')
    // The live debt is repaid; the rest is of test mode.
    await fixture.lines(test, [{ at: '2026-10-06T10:00:00Z', grossCents: 10_000 }])
    await fixture.lines(test, [{ at: '2026-10-05T10:00:00Z', grossCents: -9_999, kind: 'refund' }], 'sandbox')
    for (const at of ['2026-11-06T09:00:00Z', '2026-11-20T09:00:00Z', '2026-12-20T09:00:00Z']) await place.live(at)
    expect([await place.debitsOf(unsigned), await place.debitsOf(test)]).toEqual([[], []])
    expect([await stepOf(unsigned), await stepOf(test)]).toEqual(['claim', 'none'])
    const scope = mintScope(test, 'sandbox')
    expect((await fixture.services.database.read(scope, (db) => readDebtState(db, scope, fixture.services.now()))).next.step).toBe(
      'covered',
    )
  })

  it('keeps its age when the bank returns the debit, is attempted once more, and then claimed', async () => {
    const shop = await place.owing()
    await place.live('2026-11-05T12:00:00Z')
    for (const at of ['2026-11-18T09:00:00Z', '2026-11-19T09:00:00Z', '2026-11-20T09:00:00Z']) await place.live(at)
    expect([await place.debtOf(shop), (await place.debitsOf(shop)).map(({ state }) => state)]).toEqual([null, ['booked']])
    const [first] = await place.debitsOf(shop)
    // Eight weeks later, on the day after Epiphany.
    fixture.setNow('2027-01-07T10:00:00Z')
    await expect(returned(first?.reference, 'MS03')).resolves.toBeNull()
    await expect(returned(first?.reference, 'MS03')).resolves.toBe('noDebit')
    await place.live('2027-01-08T09:00:00Z')
    expect(await place.debtOf(shop)).toEqual({ amountCents: 10_000, since: '2026-10-06' })
    expect((await place.debitsOf(shop)).map(({ state }) => state)).toEqual(['returned', 'notified'])
    const second = (await place.debitsOf(shop))[1]
    for (const days of [-1, 0, 3]) await place.live(`${addDays(localDate(second?.due ?? ''), days)}T09:30:00Z`)
    expect(await place.debtOf(shop)).toBeNull()
    await returned(second?.reference, 'AM04')
    for (const days of [4, 5, 40]) await place.live(`${addDays(localDate(second?.due ?? ''), days)}T09:30:00Z`)
    expect([await place.debtOf(shop), await stepOf(shop), (await place.debitsOf(shop)).length]).toEqual([
      { amountCents: 10_000, since: '2026-10-06' },
      'claim',
      2,
    ])
    expect(await fixture.broken()).toEqual([])
  })

  it('is not attempted again when the account is closed, and nothing is booked', async () => {
    const shop = await place.owing(closed)
    for (const at of ['2026-11-05T12:00:00Z', '2026-11-18T09:00:00Z', '2026-11-19T09:00:00Z', '2026-12-20T09:00:00Z']) await place.live(at)
    expect(await place.debitsOf(shop)).toMatchObject([{ state: 'rejected', reason: 'AC04' }])
    expect([await place.debtOf(shop), await stepOf(shop)]).toEqual([{ amountCents: 10_000, since: '2026-10-06' }, 'claim'])
    expect(await fixture.rows(`select from settlement_lines where merchant_id = $1 and kind = 'repayment'`, [shop])).toEqual([])
    expect(await place.notified(shop)).toEqual(['debit_announced', 'debit_failed'])
  })

  it('is paid by a transfer that the operator books once by the bank’s reference', async () => {
    const shop = await place.owing(goodIban, false)
    const received = { merchantId: shop, amountCents: cents(6_000), reference: 'N43-1', at: new Date('2026-10-20T09:00:00Z') }
    fixture.setNow('2026-10-20T10:00:00Z')
    expect(await receive(received)).toBeNull()
    expect(await receive({ ...received, isForced: true })).toBe('transferBooked')
    // More than it owes is booked if the operator forces it, and the excess is paid out.
    const more = { ...received, amountCents: cents(4_500), reference: 'N43-2' }
    expect(await receive(more)).toBe('owesLess')
    expect(await receive({ ...more, isForced: true })).toBeNull()
    await place.live('2026-10-21T09:00:00Z')
    expect(
      await fixture.rows(
        `select opening_cents::int as opening, repayments_cents::int as repaid, net_cents::int as net from settlements where merchant_id = $1 order by value_on desc limit 1`,
        [shop],
      ),
    ).toEqual([{ opening: -10_000, repaid: 10_500, net: 500 }])
    expect(await fixture.broken()).toEqual([])
  })

  it('a transfer booked to the wrong shop can be undone, and its reference booked for the right one', async () => {
    const [wrong, right] = [await place.owing(goodIban, false), await place.owing(goodIban, false)]
    const book = (merchantId: string) => receive({ merchantId, amountCents: cents(9_000), reference: 'N43-3', at: fixture.services.now() })
    const undo = (merchantId: string) =>
      refusalReason(fixture.services, (db, by) => undoTransfer(db, { merchantId, reference: 'N43-3' }, by))
    expect(await book(wrong)).toBeNull()
    expect(await book(right)).toBe('transferBooked')
    await place.live('2026-10-08T09:00:00Z')
    expect(await place.debtOf(wrong)).toMatchObject({ amountCents: 1_000 })
    expect([await undo(right), await undo(wrong), await undo(wrong)]).toEqual(['noTransfer', null, 'noTransfer'])
    expect(await book(right)).toBeNull()
    await place.live('2026-10-09T09:00:00Z')
    expect([await place.debtOf(wrong), await place.debtOf(right)]).toMatchObject([
      { amountCents: 10_000, since: '2026-10-06' },
      { amountCents: 1_000 },
    ])
    // A shop without a debt has nothing to pay.
    fixture.setNow('2026-10-07T08:00:00Z')
    expect(await book(await fixture.shop())).toBe('owesNothing')
    expect(await fixture.broken()).toEqual([])
  })
})

it('a debt is charged exactly once with crashes at any step and an unreliable bank', async () => {
  const troubles: BankTrouble[] = ['none', 'lost', 'late', 'twice']
  let step = 0
  const stride = testStride()
  for (let ended = false; !ended; step += stride) {
    place.setTrouble('none')
    const shop = await place.owing()
    fixture.setNow('2026-11-05T12:00:00Z')
    const announcing = killedAt(fixture.services.database, step)
    await Promise.allSettled([announceDebits({ ...services, database: announcing })])
    await fixture.rows(`update debit_runs set look_at = '-infinity' where merchant_id = $1`, [shop])
    await announceDebits(services)
    fixture.setNow('2026-11-18T09:00:00Z')
    place.setTrouble(troubles[step % troubles.length] ?? 'none')
    const charging = killedAt(fixture.services.database, step)
    await Promise.allSettled([chargeDebits({ ...services, database: charging }), chargeDebits(services)])
    place.setTrouble('none')
    for (const at of ['2026-11-18T09:20:00Z', '2026-11-18T10:00:00Z']) {
      fixture.setNow(at)
      await fixture.rows(`update debit_queue set ask_at = '-infinity'`)
      await chargeDebits(services)
    }
    fixture.setNow('2026-11-19T09:00:00Z')
    await fixture.rows(`update debit_queue set ask_at = '-infinity'`)
    const booking = killedAt(fixture.services.database, step)
    await Promise.allSettled([chargeDebits({ ...services, database: booking })])
    await fixture.rows(`update debit_queue set ask_at = '-infinity'`)
    await chargeDebits(services)
    ended = step > 0 && [announcing, charging, booking].every((database) => database.steps() < step)
    expect(await place.debitsOf(shop), `killed at step ${step}`).toMatchObject([{ state: 'booked', announced: 10_000, charged: 10_000 }])
    expect((await place.entriesOf(shop)).map(({ amountCents }) => amountCents)).toEqual([10_000])
    // Each one is independent of the next.
    await fixture.rows(`delete from debit_runs where merchant_id = $1`, [shop])
    await fixture.rows(`delete from debit_queue where merchant_id = $1`, [shop])
    if (step > 60) throw new Error('a run with no end')
  }
  expect(step).toBeGreaterThan(8)
  await place.live('2026-11-20T09:00:00Z')
  expect(await fixture.broken()).toEqual([])
})

it('over random months with bank failures, transfers and revocations, the ledger balances and no debit exceeds the debt', async () => {
  let seed = 29
  const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const whole = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1))
  const shops: string[] = []
  await fixture.rows('delete from debit_runs')
  await fixture.rows('delete from debit_queue')
  await fixture.rows(`update settlement_runs set settled_until = 'infinity'`)
  for (let nth = 0; nth < 4; nth += 1) {
    fixture.setNow('2026-10-07T08:00:00Z')
    const shop = await fixture.shop({ reserveBps: nth === 2 ? 1_000 : 0, iban: nth === 3 ? closed : goodIban })
    const lines = Array.from({ length: 40 }, (): TestLine => {
      const isBack = chance() < 0.5
      const at = new Date(Date.UTC(2026, 9, 1) + whole(0, 90 * 86_400) * 1_000)
      return isBack ? { at, kind: 'refund', grossCents: -whole(1, 30_000) } : { at, grossCents: whole(1, 26_000), feeCents: whole(0, 300) }
    })
    await fixture.lines(shop, [{ at: '2026-10-01T10:00:00Z', grossCents: -40_000, kind: 'refund' }, ...lines])
    await place.sign(shop)
    shops.push(shop)
  }
  /** Every other file, or its response, is lost. */
  const send: BankDebits['send'] = (file) => {
    place.setTrouble('none', (['none', 'lost', 'lost', 'late', 'twice'] as const)[whole(0, 4)] ?? 'none')
    return place.bank.send(file)
  }
  const unsure: ChargingServices = { ...services, payments: { debits: { ...place.bank, send } } }
  const seen = { charged: 0, returned: 0, transfers: 0, revoked: 0, again: 0 }
  /** The charged amount is owed at that moment, whatever was owed when it was first sent. */
  const charge = async (day: string) => {
    const owed = new Map<string, number>()
    for (const shop of shops) owed.set(shop, (await place.debtStateOf(shop)).owed)
    const known = place.bank.entries().length
    await fixture.rows(`update debit_queue set ask_at = '-infinity' where message_id is not null`)
    await chargeDebits(unsure)
    for (const entry of place.bank.entries().slice(known)) {
      const [row] = await fixture.rows<{ merchant_id: string; standing: boolean; again: boolean }>(
        `select d.merchant_id, m.ended_at is null as standing, d.sent_at < $2 as again from debits d join debit_mandates m on m.id = d.mandate_id where d.reference = $1`,
        [entry.endToEndId, fixture.services.now()],
      )
      expect(entry.amountCents, `${entry.endToEndId} on ${day}`).toBeLessThanOrEqual(owed.get(row?.merchant_id ?? '') ?? 0)
      expect(row?.standing).toBe(true)
      seen.charged += 1
      if (row?.again) seen.again += 1
    }
  }
  for (let day = localDate('2026-10-08'); day < '2027-01-20'; day = addDays(day, 1)) {
    if (!isTargetBusinessDay(day)) continue
    fixture.setNow(`${day}T08:30:00Z`)
    await place.settleNow(shops)
    await fixture.rows(`update debit_runs set look_at = '-infinity'`)
    await announceDebits(services)
    await charge(day)
    // A shop whose debit was lost, if any: its facts change before it is sent again.
    const [lost] = await fixture.rows<{ merchant_id: string }>(
      `select merchant_id from debits where state = 'sent' and not reference = any($1) and merchant_id = any($2) order by reference limit 1`,
      [place.bank.entries().map(({ endToEndId }) => endToEndId), shops],
    )
    const shop = lost?.merchant_id ?? shops[whole(0, 3)] ?? ''
    const { owed, mandate } = await place.debtStateOf(shop)
    const event = chance()
    if (event < (lost ? 0.6 : 0.2) && owed > 0) {
      const transfer = {
        merchantId: shop,
        amountCents: cents(whole(lost ? Math.ceil(owed * 0.7) : 1, owed)),
        reference: `N43-R-${day}`,
        at: fixture.services.now(),
      }
      expect(await receive(transfer)).toBeNull()
      seen.transfers += 1
    } else if (event < (lost ? 0.9 : 0.26) && mandate?.state === 'standing') {
      await fixture.rows(`update debit_mandates set ended_at = $2, ended_why = 'revoked' where id = $1`, [
        mandate.id,
        fixture.services.now(),
      ])
      seen.revoked += 1
    } else if (event < 0.7 && mandate?.state !== 'standing') {
      await fixture.rows('delete from debit_runs where merchant_id = $1', [shop])
      await place.sign(shop)
      await fixture.rows('update debit_mandates set signed_at = $2 where merchant_id = $1 and ended_at is null', [
        shop,
        fixture.services.now(),
      ])
    }
    fixture.setNow(`${day}T10:30:00Z`)
    await charge(day)
    if (chance() > 0.12) continue
    const [debit] = await fixture.rows<{ reference: string }>(
      `select reference from debits where state = 'booked' and merchant_id = any($1) order by reference limit 1`,
      [shops],
    )
    if (debit && (await returned(debit.reference, 'AM04')) === null) seen.returned += 1
  }
  expect(await fixture.broken()).toEqual([])
  for (const [eventName, times] of Object.entries(seen)) expect(times, eventName).toBeGreaterThan(0)
})
