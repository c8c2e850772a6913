import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { explainCredit } from './bankCombinations.ts'
import { addDays, localDate } from '../../platform/dates.ts'
import { cents } from '../../platform/money.ts'

const day = localDate('2026-11-18')
const payment = (amount: number, nth: number, days = 0) => ({
  id: String(nth),
  reference: `LIQ-2026-10000${nth}`,
  valueOn: addDays(day, days),
  amountCents: cents(amount),
})
const credit = (amount: number, text = 'TRANSFERENCIA') => ({ on: day, amountCents: cents(amount), text })
const suggestions = (amount: number, payments: ReturnType<typeof payment>[], text?: string) =>
  explainCredit(credit(amount, text), payments).map(({ payments: together, differenceCents }) => [
    together.map(({ id }) => id).join('+'),
    differenceCents,
  ])

describe('what a credit may be', () => {
  const open = [payment(10_000, 1), payment(25_000, 2, -1), payment(4_999, 3, 1), payment(15_001, 4, -2)]
  test.each([
    ['two settlements put together', 35_000, undefined, [['1+2', 0]]],
    ['three', 39_999, undefined, [['1+2+3', 0]]],
    ['nothing that is a cent off', 35_001, undefined, []],
    ['never four', 55_000, undefined, []],
    ['the nearest when it names settlements', 34_000, 'PAGO LIQ-2026-100001 Y OTRA', [['1+2', -1_000]]],
    ['the same for a bank that drops signs', 34_000, 'LIQ2026100001', [['1+2', -1_000]]],
    [
      'nothing too far from it',
      30_500,
      'LIQ-2026-1',
      [
        ['1+3+4', 500],
        ['2+3', 501],
      ],
    ],
  ])('%s', (_, amount, text, expected) => expect(suggestions(amount, open, text)).toEqual(expected))

  test('is nothing of another month', () => {
    expect(suggestions(35_000, [payment(10_000, 1), payment(25_000, 2, -11)])).toEqual([])
    expect(suggestions(35_000, [payment(10_000, 1), payment(25_000, 2, -10)])).toEqual([['1+2', 0]])
  })

  test('is the fewest and nearest of those that are exact, three at most', () => {
    const many = [payment(500, 1, 9), payment(500, 2, 1), payment(250, 3), payment(250, 4), payment(100, 5), payment(150, 6)]
    expect(suggestions(500, many)).toEqual([
      ['2', 0],
      ['1', 0],
      ['3+4', 0],
    ])
  })

  test('finds every sum of up to three, adds up, and ends among any number', () => {
    const amounts = fc.array(fc.integer({ min: 100, max: 1_000_000 }), { minLength: 3, maxLength: 40 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 3 }), (all, together) => {
        const payments = all.map((amount, nth) => payment(amount, nth, nth % 5))
        const total = all.slice(0, together).reduce((sum, amount) => sum + amount, 0)
        const combinations = explainCredit(credit(total), payments)
        expect(combinations.length).toBeGreaterThan(0)
        for (const { payments: chosen, differenceCents } of combinations) {
          expect(differenceCents).toBe(0)
          expect(new Set(chosen).size).toBe(chosen.length)
          expect(chosen.length).toBeLessThanOrEqual(3)
          expect(chosen.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(total)
        }
      }),
      { numRuns: 60 },
    )
  })
})
