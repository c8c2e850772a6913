import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localDate } from '#domain/platform/dates'
import { type BankFileFixture, type SentPayout, startBankFileFixture } from '../../testing/bankFiles/bankFileFixture.ts'
import { killedAt } from '../../testing/settlements/settlementFixture.ts'
import { refusalReason } from '../../testing/refusalReason.ts'
import { payAgain } from '../../money/payouts/payAgain.ts'
import { applyBankFiles } from './applyFiles.ts'

// What files of the bank do with payouts: in any order, repeated, killed between, with amounts that differ.
let bank: BankFileFixture
beforeAll(async () => {
  bank = await startBankFileFixture()
})
afterAll(() => bank.fixture.close())

const results = (lines: readonly { result: string; why: string | null }[]) => lines.map(({ result, why }) => why ?? result)
/** The letters, tasks and webhooks of a payout's shop. */
const effectsOn = async ({ shop }: SentPayout) => {
  const [row] = await bank.fixture.rows(
    `select (select count(*) from provider_tasks where merchant_id = $1 and kind = 'payout_returned')::int as tasks,
      (select count(*) from notifications where merchant_id = $1 and type = 'settlement_returned')::int as returned,
      (select count(*) from notifications where merchant_id = $1 and type = 'settlement_paid')::int as paid`,
    [shop],
  )
  return row
}

it('pays what was executed and gives back what was returned, once, with task, notice and ledger', async () => {
  const [paid, back, later] = (await bank.sent(50_000, 20_000, 10_000)) as [SentPayout, SentPayout, SentPayout]
  const first = bank.movements([bank.reportedOrder(paid, 'executed'), bank.reportedOrder(back, 'executed')])
  expect(results(await bank.read(first))).toEqual(['applied', 'applied'])
  const second = bank.movements([bank.reportedOrder(paid, 'executed'), bank.reportedOrder(back, 'returned', 'AC04')], {
    format: 'camt.053',
    version: 2,
  })
  expect(results(await bank.read(second))).toEqual(['repeated', 'applied'])
  expect(await bank.store(second)).toMatchObject({ isNew: false })
  expect(await bank.stateOf(paid)).toEqual({ state: 'confirmed', code: null, cash: -paid.amountCents })
  expect(await bank.stateOf(back)).toEqual({ state: 'returned', code: 'AC04', cash: 0 })
  expect(await bank.stateOf(later)).toMatchObject({ state: 'sent', cash: 0 })
  expect(await effectsOn(paid)).toEqual({ tasks: 0, returned: 0, paid: 1 })
  expect(await effectsOn(back)).toEqual({ tasks: 1, returned: 1, paid: 1 })
  const [row] = await bank.fixture.rows<{ at: string }>('select done_at::text as at from payouts where reference = $1', [paid.reference])
  expect(row?.at).toBe('2026-11-19 11:00:00+00')
})

it('takes a report of a whole message for each of its orders, except those that it speaks of by themselves', async () => {
  const [first, second, third] = (await bank.sent(1_000, 2_000, 3_000)) as [SentPayout, SentPayout, SentPayout]
  const accepted = await bank.read(bank.report(first.messageId, [], { group: { status: 'ACCP' } }))
  expect(results(accepted)).toEqual(['noted'])
  const [file] = await bank.fixture.rows(
    'select accepted_at is not null as accepted, rejected_at from payout_files where message_id = $1',
    [first.messageId],
  )
  expect(file).toEqual({ accepted: true, rejected_at: null })
  const lines = await bank.read(
    bank.report(first.messageId, [bank.reportedOrder(second, 'accepted')], { version: 10, group: { status: 'RJCT', code: 'AM04' } }),
  )
  expect(lines.map(({ reference, result }) => [reference, result]).toSorted()).toEqual(
    [
      [first.reference, 'applied'],
      [third.reference, 'applied'],
      [second.reference, 'noted'],
    ].toSorted(),
  )
  expect(await bank.stateOf(first)).toEqual({ state: 'returned', code: 'AM04', cash: 0 })
  expect(await bank.stateOf(second)).toMatchObject({ state: 'sent' })
  // Money that moved although the bank had rejected it is for staff; a rejection of what was executed too.
  expect(results(await bank.read(bank.movements([bank.reportedOrder(first, 'executed'), bank.reportedOrder(second, 'executed')])))).toEqual(
    ['conflict', 'applied'],
  )
  expect(results(await bank.read(bank.report(second.messageId, [bank.reportedOrder(second, 'rejected', 'AC06')])))).toEqual(['conflict'])
  expect([await bank.stateOf(first), await bank.stateOf(second)]).toMatchObject([
    { state: 'returned', cash: 0 },
    { state: 'confirmed', cash: -second.amountCents },
  ])
})

it('takes a batch apart by its orders or by its message, and leaves it to staff when the sum is another one', async () => {
  for (const batch of ['orders', 'message'] as const) {
    const payouts = await bank.sent(700, 800)
    const whole = { batch, sentIn: payouts[0]?.messageId ?? '', format: 'camt.053' } as const
    const reported = payouts.map((payout) => bank.reportedOrder(payout, 'executed'))
    const [first, second] = reported as [(typeof reported)[number], (typeof reported)[number]]
    const wrong =
      batch === 'orders' ? bank.movements(reported, whole).replace('15.00</Amt>', '15.01</Amt>') : bank.movements([first], whole)
    expect(results(await bank.read(wrong)), batch).toEqual(batch === 'orders' ? ['amount'] : ['amount'])
    expect(results(await bank.read(bank.movements([first, second], whole))), batch).toEqual(['applied', 'applied'])
  }
})

it('leaves to staff other amounts, other currencies, unknown references and dates that have not come, and applies the rest', async () => {
  const [first, second] = (await bank.sent(5_000, 6_000)) as [SentPayout, SentPayout]
  const less = { ...bank.reportedOrder(first, 'executed'), amountCents: (first.amountCents - 1) as typeof first.amountCents }
  expect(results(await bank.read(bank.movements([less, bank.reportedOrder(second, 'executed')])))).toEqual(['amount', 'applied'])
  const dollars = bank.movements([bank.reportedOrder(first, 'executed')]).replaceAll('Ccy="EUR"', 'Ccy="USD"')
  expect(results(await bank.read(dollars))).toEqual(['currency'])
  expect(results(await bank.read(bank.movements([bank.reportedOrder(first, 'executed')], { on: localDate('2026-12-24') })))).toEqual([
    'future',
  ])
  const foreign = { ...first, reference: 'LIQ-2026-999999' }
  const others = [
    { amountCents: 2_500, text: `Pago de la deuda ${first.reference}` },
    { amountCents: -300, text: 'Comisión' },
  ]
  expect(results(await bank.read(bank.movements([bank.reportedOrder(foreign, 'executed')], { others })))).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ])
  expect(results(await bank.read(bank.report('T0', [], { group: { status: 'RJCT' } })))).toEqual(['message'])
  expect(await bank.stateOf(first)).toMatchObject({ state: 'sent', cash: 0 })
  // A reference in the text counts where money goes the order's own way, and the amount is its own.
  const inText = bank.movements([], { others: [{ amountCents: -first.amountCents, text: `TRANSF ${first.reference}` }] })
  expect(results(await bank.read(inText))).toEqual(['applied'])
})

it('does not touch a payment that was sent again by what the bank says of its earlier reference', async () => {
  const [payout] = (await bank.sent(9_000)) as [SentPayout]
  await bank.read(bank.report(payout.messageId, [bank.reportedOrder(payout, 'rejected', 'AC01')]))
  await refusalReason(bank.fixture.services, (db, by) => payAgain(db, { merchantId: payout.shop, reference: payout.reference }, by))
  const again = { ...payout, reference: `${payout.reference}-2` }
  expect(await bank.stateOf(again)).toMatchObject({ state: 'queued' })
  const late = bank.movements([bank.reportedOrder(payout, 'executed'), bank.reportedOrder(payout, 'returned', 'AC01')])
  expect(results(await bank.read(late))).toEqual(['conflict', 'repeated'])
  expect(await bank.stateOf(again)).toMatchObject({ state: 'queued', cash: 0 })
})

it('any files in any order, repeated, leave each payout in the state that the bank last brought about, and the books balanced', async () => {
  const event = fc.record({
    payout: fc.nat(2),
    outcome: fc.constantFrom('accepted', 'executed', 'executed', 'returned', 'rejected'),
    format: fc.constantFrom('camt.053', 'camt.054', 'pain.002'),
  })
  const payouts = await bank.sent(...Array.from({ length: 18 }, (_, nth) => 1_000 + nth))
  let used = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(event, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), async (files) => {
      const own = payouts.slice(used, used + 3)
      used = (used + 3) % payouts.length
      if (used === 0 || own.length < 3) return
      for (const events of [...files, ...files.toReversed()]) {
        const isReport = events[0]?.format === 'pain.002'
        const reported = events
          .filter(({ outcome }) => isReport || (outcome !== 'accepted' && outcome !== 'rejected'))
          .filter(({ outcome }) => !isReport || outcome !== 'returned')
          .map(({ payout, outcome }) => bank.reportedOrder(own[payout] as SentPayout, outcome, outcome === 'executed' ? undefined : 'MS03'))
        if (reported.length === 0) continue
        await bank.read(isReport ? bank.report(own[0]?.messageId ?? '', reported) : bank.movements(reported))
      }
      for (const payout of own) {
        const { state, cash } = await bank.stateOf(payout)
        expect(['sent', 'confirmed', 'returned']).toContain(state)
        expect(cash + 0).toBe(state === 'confirmed' ? -payout.amountCents : 0)
        const lines = await bank.fixture.rows<{ outcome: string }>(
          `select distinct outcome from bank_file_lines where reference = $1 and result = 'applied'`,
          [payout.reference],
        )
        const last = lines.some(({ outcome }) => outcome === 'returned' || outcome === 'rejected')
        expect(state).toBe(last ? 'returned' : lines.length > 0 ? 'confirmed' : 'sent')
      }
    }),
    { numRuns: 5, endOnFailure: true },
  )
  expect(await bank.fixture.broken()).toEqual([])
})

it('a process that is killed at any step after a file was stored leaves nothing half done, and nothing is done twice', async () => {
  const payouts = await bank.sent(400, 500)
  await bank.store(
    bank.movements([
      ...payouts.map((one) => bank.reportedOrder(one, 'executed')),
      bank.reportedOrder(payouts[1] as SentPayout, 'returned', 'AC04'),
    ]),
  )
  for (let step = 1; step < 200; step += 1) {
    const database = killedAt(bank.fixture.services.database, step)
    await applyBankFiles({ ...bank.fixture.services, database }).catch(() => {})
    const isOver = database.steps() < step
    const [first, second] = await Promise.all(payouts.map((one) => bank.stateOf(one)))
    expect([0, -(payouts[0]?.amountCents ?? 0)]).toContain(first?.cash)
    expect(second?.cash).toBe(second?.state === 'confirmed' ? -(payouts[1]?.amountCents ?? 0) : 0)
    if (isOver) break
    await bank.fixture.rows(`update bank_files set due_at = '-infinity' where due_at is not null`)
  }
  expect(await Promise.all(payouts.map((one) => bank.stateOf(one)))).toMatchObject([{ state: 'confirmed' }, { state: 'returned', cash: 0 }])
  expect(await effectsOn(payouts[1] as SentPayout)).toEqual({ tasks: 1, returned: 1, paid: 1 })
  expect(await bank.fixture.rows('select from bank_files where due_at is not null')).toEqual([])
  expect(await bank.fixture.broken()).toEqual([])
})
