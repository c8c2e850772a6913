import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchPayments, type ExpectedPayment } from './bankMatching.ts'
import type { BankCredit } from './bankStatement.ts'
import { addDays, localDate } from './dates.ts'
import { cents } from './money.ts'
import { testRuns } from './testRuns.ts'

const payment = (nth: number, amount: number, on = '2026-05-19'): ExpectedPayment => ({
  id: String(nth),
  reference: `LIQ-2026-${nth}`,
  valueOn: localDate(on),
  amountCents: cents(amount),
})
const credit = (text: string, amount: number, on = '2026-05-19'): BankCredit => ({ text, amountCents: cents(amount), on: localDate(on) })
const outcome = (payments: ExpectedPayment[], credits: BankCredit[]) => {
  const { matches, unknown } = matchPayments(payments, credits)
  return { found: matches.map((match) => [match.payment.id, match.found]), unknown: unknown.length }
}

test('the reference wins, however the bank spells it, and never a longer one', () => {
  expect(outcome([payment(12, 100), payment(123, 200)], [credit('TRF liq 2026 123', 200), credit('LIQ202612 X', 100)])).toEqual({
    found: [
      ['12', 'collected'],
      ['123', 'collected'],
    ],
    unknown: 0,
  })
  expect(outcome([payment(12, 500)], [credit('LIQ-2026-123', 200)])).toEqual({ found: [['12', 'open']], unknown: 1 })
})

test('another amount under the reference is an exception and comes first', () => {
  const { matches } = matchPayments([payment(1, 100), payment(2, 200)], [credit('LIQ-2026-1', 100), credit('LIQ-2026-2', 150)])
  expect(matches.map((match) => [match.payment.id, match.found])).toEqual([
    ['2', 'different'],
    ['1', 'collected'],
  ])
  expect(matches[0]).toMatchObject({ differenceCents: -50 })
})

test('without a reference an amount counts near its date, and only when it can mean one payment', () => {
  expect(outcome([payment(1, 100)], [credit('TRANSFERENCIA', 100, '2026-05-22')]).found).toEqual([['1', 'collected']])
  expect(outcome([payment(1, 100)], [credit('TRANSFERENCIA', 100, '2026-05-25')]).found).toEqual([['1', 'open']])
  expect(outcome([payment(1, 100), payment(2, 100)], [credit('TRANSFERENCIA', 100)])).toEqual({
    found: [
      ['1', 'open'],
      ['2', 'open'],
    ],
    unknown: 1,
  })
})

test('of two credits that could be the same payment neither is believed', () => {
  const { matches, unknown } = matchPayments([payment(1, 100)], [credit('ABONO', 100), credit('NOMINA DEVUELTA', 100, '2026-05-20')])
  expect(matches.map(({ found }) => found)).toEqual(['open'])
  expect(unknown).toHaveLength(2)
})

test('every payment has one outcome, no credit is used twice, and nothing collected is a cent off', () => {
  const payments = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(9)), { maxLength: 12 })
  const credits = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(9), fc.option(fc.nat(12))), { maxLength: 15 })
  const property = fc.property(payments, credits, (expected, lines) => {
    const given = expected.map(([amount, day], nth) => payment(nth, amount, addDays(localDate('2026-05-15'), day)))
    const file = lines.map(([amount, day, nth]) =>
      credit(nth === null ? 'TRANSFERENCIA' : `TRF LIQ-2026-${nth}`, amount, addDays(localDate('2026-05-15'), day)),
    )
    const { matches, unknown } = matchPayments(given, file)
    const used = matches.flatMap((match) => (match.found === 'open' ? [] : [match.credit]))
    expect(matches.map((match) => match.payment.id).toSorted()).toEqual(given.map(({ id }) => id).toSorted())
    expect(new Set(used).size).toBe(used.length)
    expect(used.length + unknown.length).toBe(file.length)
    for (const match of matches) if (match.found === 'collected') expect(match.credit.amountCents).toBe(match.payment.amountCents)
  })
  fc.assert(property, { numRuns: testRuns(3_000) })
})
