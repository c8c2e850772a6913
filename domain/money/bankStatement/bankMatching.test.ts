import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectedDays, matchPayments, type ExpectedPayment, type MatchedStatement } from './bankMatching.ts'
import { excerptAround } from './bankReference.ts'
import type { BankCredit } from './bankStatement.ts'
import { addDays, localDate } from '../../platform/dates.ts'
import { cents } from '../../platform/money.ts'
import { testRuns } from '../../testing/testRuns.ts'

const payment = (nth: number, amount: number, on = '2026-05-19'): ExpectedPayment => ({
  id: String(nth),
  reference: `LIQ-2026-${nth}`,
  valueOn: localDate(on),
  amountCents: cents(amount),
})
const credit = (text: string, amount: number, on = '2026-05-19'): BankCredit => ({ text, amountCents: cents(amount), on: localDate(on) })
/** A file of some credits, without days of its own. */
const file = (credits: BankCredit[], more: Partial<MatchedStatement> = {}): MatchedStatement => ({
  credits,
  pending: [],
  covered: null,
  ...more,
})
const outcome = (payments: ExpectedPayment[], credits: BankCredit[], more: Partial<MatchedStatement> = {}) => {
  const { matches, unknown } = matchPayments(payments, file(credits, more))
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
  const { matches } = matchPayments([payment(1, 100), payment(2, 200)], file([credit('LIQ-2026-1', 100), credit('LIQ-2026-2', 150)]))
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
  const { matches, unknown } = matchPayments([payment(1, 100)], file([credit('ABONO', 100), credit('NOMINA DEVUELTA', 100, '2026-05-20')]))
  expect(matches.map(({ found }) => found)).toEqual(['open'])
  expect(unknown).toHaveLength(2)
})

test('every payment has one outcome, no credit is used twice, and nothing collected is a cent off', () => {
  const payments = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(9)), { maxLength: 12 })
  const credits = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(9), fc.option(fc.nat(12))), { maxLength: 15 })
  const property = fc.property(payments, credits, (expected, lines) => {
    const payments = expected.map(([amount, day], nth) => payment(nth, amount, addDays(localDate('2026-05-15'), day)))
    const named = lines.map(([amount, day, nth]) =>
      credit(nth === null ? 'TRANSFERENCIA' : `TRF LIQ-2026-${nth}`, amount, addDays(localDate('2026-05-15'), day)),
    )
    const { matches, unknown } = matchPayments(payments, file(named))
    const used = matches.flatMap((match) => ('credit' in match ? [match.credit] : []))
    expect(matches.map((match) => match.payment.id).toSorted()).toEqual(payments.map(({ id }) => id).toSorted())
    expect(new Set(used).size).toBe(used.length)
    expect(used.length + unknown.length).toBe(named.length)
    for (const match of matches) if (match.found === 'collected') expect(match.credit.amountCents).toBe(match.payment.amountCents)
  })
  fc.assert(property, { numRuns: testRuns(3_000) })
})

const settlement = (number: string, amount: number, on = '2026-11-19'): ExpectedPayment => ({
  ...payment(0, amount, on),
  id: number,
  reference: `LIQ-2026-${number}`,
})

test.each([
  ['an amount right after it', 'TRANSF LIQ-2026-000213 1.083,68'],
  ['an amount without signs right after it', 'TRANSF LIQ-2026-000213 108368'],
  ['an amount glued to it', 'TRANSF LIQ-2026-0002131083,68'],
  ['a date right after it', 'LIQ-2026-000213 24/11/2026'],
  ['a date after a slash', 'LIQ-2026-000213/24.11.26'],
  ['a date glued to it', 'LIQ-2026-00021324112026'],
  ['another figure of the bank after it', 'PAGO LIQ-2026-000213 0049 1332 2610'],
  ['words glued around it', 'TRANSFLIQ-2026-000213TRASTIENDA'],
  ['no separators', 'LIQ2026000213 0182'],
  ['other separators', 'liq/2026.000213 / 77'],
  ['blanks for separators', 'LIQ 2026 000213 77'],
  ['long dashes', 'LIQ\u20132026\u2014000213'],
  ['a line break between its parts', 'LIQ-2026-\n000213 77'],
  ['a line break within its figures', 'TRANSFERENCIA LIQ-2026-00 0213'],
  ['a line break within its letters', 'TRANSFERENCIA L IQ-2026-000213'],
  ['a line break within its figures and an amount after', 'LIQ-2026-0002\r\n13 108368'],
])('a short payment is seen under its reference with %s', (_, text) => {
  for (const amount of [1_000, 900, 1_100])
    expect(matchPayments([settlement('000213', 1_000)], file([credit(text, amount, '2026-12-24')])).matches).toMatchObject([
      amount === 1_000 ? { found: 'collected', by: 'reference' } : { found: 'different', differenceCents: amount - 1_000 },
    ])
})

test.each([
  'LIQ-2026-000214',
  'LIQ-2026-0002 13/11/2026',
  'LIQ-2026-0002 13,50',
  'LIQ-2025-000213',
  'LIQ-2026-00213',
  '2026-000213',
  'LIQ 000213',
  '',
])('the text %j does not name LIQ-2026-000213', (text) =>
  expect(outcome([settlement('000213', 1_000)], [credit(text, 900)]).unknown).toBe(1),
)

test('a credit that names several settlements is the one of its amount, and else none with another amount', () => {
  const both = [settlement('000213', 600), settlement('000214', 400)]
  expect(outcome(both, [credit('LIQ-2026-000213 LIQ-2026-000214', 400)])).toEqual({
    found: [
      ['000213', 'open'],
      ['000214', 'collected'],
    ],
    unknown: 0,
  })
  expect(outcome(both, [credit('LIQ-2026-000213 LIQ-2026-000214', 1_000)])).toEqual({
    found: [
      ['000213', 'open'],
      ['000214', 'open'],
    ],
    unknown: 1,
  })
})

test('the amount of another settlement is not believed by its date', () => {
  expect(outcome([settlement('000213', 1_000)], [credit('LIQ-2026-000999', 1_000, '2026-11-19')])).toEqual({
    found: [['000213', 'open']],
    unknown: 1,
  })
})

test('a payment expected on the days of a file or before is missing if it is not there; a later or announced one is on its way', () => {
  const covered = { first: localDate('2026-11-23'), last: localDate('2026-11-26') }
  const expected = ['2026-11-19', '2026-11-23', '2026-11-26', '2026-11-27'].map((on, nth) => settlement(`00021${nth}`, 1_000 + nth, on))
  expect(outcome(expected, [], { covered }).found).toEqual([
    ['000210', 'missing'],
    ['000211', 'missing'],
    ['000212', 'missing'],
    ['000213', 'open'],
  ])
  const pending = [credit('LIQ-2026-000211', 5), credit('TRANSFERENCIA', 1_002, '2026-11-26')]
  expect(outcome(expected, [], { covered, pending }).found.map(([id, found]) => found === 'open' && id)).toEqual([
    false,
    '000211',
    '000212',
    '000213',
  ])
  expect(expectedDays(file([credit('A', 1, '2026-11-28')], { covered, pending }))).toEqual({ from: '2026-05-14', to: '2026-11-28' })
  expect(expectedDays(file([], { covered }))).toEqual({ from: '2026-11-18', to: '2026-11-26' })
  expect(expectedDays(file([]))).toBeNull()
})

test('a long text is shown around its reference, whole', () => {
  const long = `${'PALABRAS '.repeat(20)}LIQ-2026-00 0213 1.083,68 ${'MAS '.repeat(50)}`
  expect(excerptAround(long, 'LIQ-2026-000213')).toMatch(/^….*LIQ-2026-00 0213 .*…$/)
  expect(excerptAround(long, 'LIQ-2026-000213').length).toBe(82)
  expect(excerptAround('LIQ-2026-000213 X', 'LIQ-2026-000213')).toBe('LIQ-2026-000213 X')
  expect(excerptAround(`LIQ-2026-000213 ${'X'.repeat(200)}`, 'LIQ-2026-000213')).toMatch(/^LIQ-2026-000213 X+…$/)
})
