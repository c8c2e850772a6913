import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate, madridDay, startOfMadridDay, type LocalDate } from '../platform/dates.ts'
import { basisPoints, cents } from '../platform/money.ts'
import { testRuns } from '../testing/testRuns.ts'
import { payoutEffect } from './payoutEffect.ts'
import {
  comingPayoutTerms,
  firstWholeMonth,
  isWorsePayout,
  minimumFeeOf,
  type OwnPayoutTerms,
  payoutProblems,
  type PayoutTerms,
  payoutTermsOn,
  type PayoutVersions,
  rhythmOf,
} from './payoutTerms.ts'
import { cutOffOf, isValueDay, nextValueDay } from './settlement.ts'

const on = localDate
const terms = (rate: number, more: Partial<PayoutTerms> = {}): PayoutTerms => ({
  frequency: 'daily',
  reserve: { rate: basisPoints(rate), days: 90 },
  minimumFeeCents: cents(0),
  ...more,
})
const own = (more: Partial<OwnPayoutTerms>): OwnPayoutTerms => ({ frequency: null, reserve: null, minimumFeeCents: null, ...more })
const list = [{ effectiveOn: on('2026-01-01'), terms: terms(0) }]

describe('payout terms in force', () => {
  test('are the merchant’s own where it has some, and the price list’s for the rest', () => {
    const versions: PayoutVersions = {
      list: [...list, { effectiveOn: on('2026-09-01'), terms: terms(500, { minimumFeeCents: cents(1_500) }) }],
      own: [
        { effectiveOn: on('2026-03-01'), terms: own({ reserve: { rate: basisPoints(1_000), days: 30 } }) },
        { effectiveOn: on('2026-10-01'), terms: own({ frequency: 'weekly' }) },
      ],
    }
    const shown = (day: string) => {
      const { frequency, reserve, minimumFeeCents } = payoutTermsOn(versions, on(day))
      return `${frequency} ${reserve.rate}/${reserve.days} ${minimumFeeCents}`
    }
    expect(['2026-02-28', '2026-03-01', '2026-09-01', '2026-10-01'].map(shown)).toEqual([
      'daily 0/90 0',
      'daily 1000/30 0',
      'daily 1000/30 1500',
      'weekly 500/90 1500',
    ])
    expect(comingPayoutTerms(versions, on('2026-03-01')).map(({ effectiveOn }) => effectiveOn)).toEqual(['2026-09-01', '2026-10-01'])
  })

  const instant = (from: string, to: string) => fc.integer({ min: Date.parse(from), max: Date.parse(to) }).map((time) => new Date(time))

  test('hold from midnight in Madrid to the millisecond, also on the days of 23 and 25 hours', () => {
    // Any day of three years, and always the two odd days of 2026 and those beside them.
    const day = fc.oneof(
      fc.integer({ min: 0, max: 1_000 }).map((days) => addDays(on('2025-06-01'), days)),
      fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26').map(on),
    )
    const offset = fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -90_000_000, max: 90_000_000 }))
    fc.assert(
      fc.property(day, offset, fc.boolean(), (effectiveOn, ms, weekly) => {
        const frequency = weekly ? 'weekly' : 'daily'
        const versions = { list, own: [{ effectiveOn, terms: own({ frequency, reserve: { rate: basisPoints(1_000), days: 30 } }) }] }
        const midnight = startOfMadridDay(effectiveOn)
        const sale = new Date(midnight.getTime() + ms)
        expect(payoutTermsOn(versions, madridDay(sale)).reserve.rate).toBe(sale >= midnight ? 1_000 : 0)
        // The settlement of a sale uses what is in force at its own cut-off, which is after the sale.
        const valueOn = nextValueDay({ oldestOn: madridDay(sale), releaseOn: null, lastValueOn: null }, rhythmOf(versions, 3))
        if (valueOn === null) throw new Error('a sale is always settled')
        expect(cutOffOf(valueOn) > sale).toBe(true)
        expect(payoutTermsOn(versions, valueOn).reserve.rate).toBe(cutOffOf(valueOn) >= midnight ? 1_000 : 0)
      }),
      { numRuns: testRuns(400) },
    )
  })

  test('decide by their frequency which days are value days', () => {
    const versions = {
      list,
      own: [
        { effectiveOn: on('2026-10-14'), terms: own({ frequency: 'weekly' as const }) },
        { effectiveOn: on('2026-10-29'), terms: own({}) },
      ],
    }
    const rhythm = rhythmOf(versions, 5)
    const days = Array.from({ length: 25 }, (_, nth) => addDays(on('2026-10-12'), nth)).filter((day) => isValueDay(day, rhythm))
    // Fridays are settled on the Monday after them.
    expect(days).toEqual(
      [
        '2026-10-12',
        '2026-10-13',
        '2026-10-19',
        '2026-10-26',
        '2026-10-29',
        '2026-10-30',
        '2026-11-02',
        '2026-11-03',
        '2026-11-04',
        '2026-11-05',
      ].map(on),
    )
  })

  test('never lose a sale or settle one twice, however often the frequency changes', () => {
    const day = fc.integer({ min: 0, max: 200 }).map((days) => addDays(on('2026-02-01'), days))
    const changes = fc.uniqueArray(fc.record({ effectiveOn: day, weekly: fc.boolean() }), {
      selector: (one) => one.effectiveOn,
      maxLength: 6,
    })
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 7 }), instant('2026-02-01', '2026-08-01'), (termChanges, weekday, sale) => {
        const versions = {
          list,
          own: termChanges.map(({ effectiveOn, weekly }) => ({ effectiveOn, terms: own({ frequency: weekly ? 'weekly' : 'daily' }) })),
        }
        const rhythm = rhythmOf(versions, weekday)
        const taken: LocalDate[] = []
        let oldestOn: LocalDate | null = madridDay(sale)
        let lastValueOn: LocalDate | null = null
        for (let nth = 0; nth < 60 && oldestOn !== null; nth += 1) {
          const valueOn: LocalDate | null = nextValueDay({ oldestOn, releaseOn: null, lastValueOn }, rhythm)
          if (valueOn === null) break
          expect(isValueDay(valueOn, rhythm)).toBe(true)
          if (sale < cutOffOf(valueOn)) {
            taken.push(valueOn)
            oldestOn = null
          }
          lastValueOn = valueOn
        }
        expect(taken).toHaveLength(1)
      }),
      { numRuns: testRuns(100) },
    )
  })
})

test('a month’s minimum fee is the one in force on its first day, and none before the shop was live for a whole month', () => {
  const versions: PayoutVersions = {
    list: [...list, { effectiveOn: on('2026-05-15'), terms: terms(0, { minimumFeeCents: cents(2_000) }) }],
    own: [{ effectiveOn: on('2026-07-01'), terms: own({ minimumFeeCents: cents(0) }) }],
  }
  expect(['2026-05-01', '2026-06-01', '2026-07-01'].map((month) => minimumFeeOf(versions, on(month)))).toEqual([0, 2_000, 0])
  expect(['2026-05-01', '2026-05-02', '2026-12-31'].map((day) => firstWholeMonth(on(day)))).toEqual([
    '2026-05-01',
    '2026-06-01',
    '2027-01-01',
  ])
})

test.each([
  ['the same', terms(500), terms(500), false],
  ['more reserve', terms(500), terms(501), true],
  ['a longer reserve', terms(500), terms(500, { reserve: { rate: basisPoints(500), days: 91 } }), true],
  ['no reserve, for longer', terms(500), terms(0, { reserve: { rate: basisPoints(0), days: 120 } }), false],
  ['weekly payments', terms(0), terms(0, { frequency: 'weekly' }), true],
  ['daily payments', terms(0, { frequency: 'weekly' }), terms(0), false],
  ['a higher minimum', terms(0), terms(0, { minimumFeeCents: cents(1) }), true],
])('%s: worse or not', (_, before, after, worse) => expect(isWorsePayout(before, after)).toBe(worse))

test('terms beyond their bounds are named by field', () => {
  expect(payoutProblems(terms(10_001, { reserve: { rate: basisPoints(10_001), days: 0 }, minimumFeeCents: cents(-1) }))).toEqual([
    { field: 'reserveRate', code: 'range' },
    { field: 'reserveDays', code: 'range' },
    { field: 'minimumFee', code: 'range' },
  ])
  expect(payoutProblems(own({}))).toEqual([])
})

test('the effect counts transfers, what is held back, and minimum fees of whole months', () => {
  const history = {
    from: on('2026-03-12'),
    to: on('2026-06-09'),
    weekday: 3,
    // A Monday, a Tuesday and a Saturday.
    soldOn: ['2026-05-04', '2026-05-05', '2026-05-09'].map(on),
    earnedCents: [cents(10_000), cents(-2_000), cents(55)],
    chargedByMonth: new Map([[on('2026-04-01'), cents(1_200)]]),
    minimumFrom: on('2026-01-01'),
  }
  expect(payoutEffect(history, terms(1_000, { minimumFeeCents: cents(3_000) }))).toEqual({
    payments: 3,
    reservedCents: 1_006,
    minimumFeesCents: 1_800 + 3_000,
  })
  expect(
    payoutEffect({ ...history, minimumFrom: on('2026-05-01') }, terms(0, { frequency: 'weekly', minimumFeeCents: cents(3_000) })),
  ).toEqual({
    payments: 2,
    reservedCents: 0,
    minimumFeesCents: 3_000,
  })
})
