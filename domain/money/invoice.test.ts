import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate, type LocalDate } from '../platform/dates.ts'
import { feeFor, refundReversal } from '../sales/plans/fees.ts'
import { testFeePlans } from '../testing/testFeePlans.ts'
import { composeInvoice, invoiceNumber, isTaxId, monthBefore, monthOf, parseMonth, type Charges } from './invoice.ts'
import { basisPoints, cents, percentOf, ZERO } from '../platform/money.ts'
import { testRuns } from '../testing/testRuns.ts'

const rate = basisPoints(2100)
const charges = (more: Partial<Charges>): Charges => ({
  kind: 'order',
  territory: 'peninsula',
  vatRate: rate,
  feeCount: 1,
  feeCents: ZERO,
  vatCents: ZERO,
  subsidyCount: 0,
  subsidyCents: ZERO,
  ...more,
})

describe('an invoice', () => {
  test('of the worked order of 600,00 in a campaign of 0 %', () => {
    const fee = { feeCents: cents(1530), vatCents: cents(321), subsidyCount: 1, subsidyCents: cents(3546) }
    expect(composeInvoice([charges(fee)])).toEqual({
      kind: 'invoice',
      lines: [
        { concept: 'fee', territory: 'peninsula', vatRate: rate, count: 1, baseCents: 1530, vatCents: 321 },
        { concept: 'subsidy', territory: 'peninsula', vatRate: null, count: 1, baseCents: 3546, vatCents: 0 },
      ],
      baseCents: 1530,
      vatCents: 321,
      exemptCents: 3546,
      totalCents: 5397,
    })
  })

  test('keeps the sum of the lines’ own VAT, where the VAT of the sum is another', () => {
    const { vatCents: each } = feeFor(cents(5_050), testFeePlans.instalments)
    const many = Array.from({ length: 40 }, () => feeFor(cents(5_050), testFeePlans.instalments))
    const composed = composeInvoice(many.map((fee) => charges(fee)))
    expect(composed?.vatCents).toBe(each * 40)
    expect(composed?.vatCents).not.toBe(percentOf(composed?.baseCents ?? ZERO, rate))
  })

  test('of a month with more refunded than charged is a rectifying one', () => {
    const composed = composeInvoice([
      charges({ feeCents: cents(100), vatCents: cents(21) }),
      charges({ kind: 'refund', feeCents: cents(-500), vatCents: cents(-105), subsidyCount: 1, subsidyCents: cents(-1182) }),
    ])
    expect(composed).toMatchObject({ kind: 'rectifying', baseCents: -400, vatCents: -84, exemptCents: -1182, totalCents: -1666 })
    expect(composed?.lines.map(({ count }) => count)).toEqual([2, 1])
  })

  test('has separate lines for the minimum fee and each rate, highest first', () => {
    const lines = composeInvoice([
      charges({ vatRate: basisPoints(1000), feeCents: cents(10), vatCents: cents(1) }),
      charges({ kind: 'fee_minimum', feeCents: cents(300), vatCents: cents(63) }),
      charges({ feeCents: cents(20), vatCents: cents(4) }),
    ])?.lines
    expect(lines?.map(({ concept, vatRate }) => [concept, vatRate])).toEqual([
      ['fee', 2100],
      ['fee', 1000],
      ['fee_minimum', 2100],
    ])
  })

  test('does not exist when nothing was charged, or everything was refunded', () => {
    expect(composeInvoice([])).toBeNull()
    expect(composeInvoice([charges({ feeCount: 0 })])).toBeNull()
    expect(
      composeInvoice([
        charges({ feeCents: cents(30), vatCents: cents(6) }),
        charges({ kind: 'cancel', feeCents: cents(-30), vatCents: cents(-6) }),
      ]),
    ).toBeNull()
  })

  test('equals the charges to the cent, for any sales and refunds', () => {
    const sale = fc.record({
      total: fc.integer({ min: 1, max: 300_000 }),
      back: fc.integer({ min: 0, max: 300_000 }),
      subsidy: fc.nat(9_000),
    })
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 30 }), (sales) => {
        const all = sales.flatMap(({ total, back, subsidy }) => {
          const plan = testFeePlans.instalments
          const sold = { ...charges(feeFor(cents(total), plan)), subsidyCount: subsidy > 0 ? 1 : 0, subsidyCents: cents(subsidy) }
          const refund = cents(Math.min(back, total))
          if (refund < 1) return [sold]
          const terms = { capturedCents: cents(total), refundedBeforeCents: ZERO, refundCents: refund, plan, subsidyCents: cents(subsidy) }
          const { feeBackCents, vatBackCents, subsidyBackCents } = refundReversal({ ...terms, keepFixed: true })
          const gone = { feeCents: cents(-feeBackCents), vatCents: cents(-vatBackCents), subsidyCents: cents(-subsidyBackCents) }
          return [sold, { ...charges({ kind: 'refund', ...gone }), subsidyCount: subsidyBackCents > 0 ? 1 : 0 }]
        })
        const deducted = (name: 'feeCents' | 'vatCents' | 'subsidyCents') => all.reduce((total, one) => total + one[name], 0)
        const composed = composeInvoice(all)
        const { baseCents, vatCents, exemptCents, totalCents, lines, kind } = composed ?? {
          baseCents: 0,
          vatCents: 0,
          exemptCents: 0,
          totalCents: 0,
          lines: [],
          kind: 'invoice',
        }
        expect([baseCents, vatCents, exemptCents]).toEqual([deducted('feeCents'), deducted('vatCents'), deducted('subsidyCents')])
        expect(totalCents).toBe(baseCents + vatCents + exemptCents)
        expect(lines.reduce((total, line) => total + line.baseCents + line.vatCents, 0)).toBe(totalCents)
        expect(kind).toBe(totalCents < 0 ? 'rectifying' : 'invoice')
      }),
      { numRuns: testRuns(2_000) },
    )
  })
})

describe('months', () => {
  test('have their first and last day', () => {
    expect(monthOf(localDate('2028-02-17'))).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(monthBefore(localDate('2026-01-01'))).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(monthBefore(localDate('2026-03-31'))).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(parseMonth('2026-10')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(['2026-13', '2026-1', '26-10', '2026-10-01', '0000-01', ''].map(parseMonth)).toEqual([null, null, null, null, null, null])
  })

  test('cover every day once, in order', () => {
    let month = monthOf(localDate('2024-01-01'))
    for (let day: LocalDate = month.from; day < '2031-01-01'; day = addDays(day, 1)) {
      if (day > month.to) {
        expect([day, monthBefore(day)]).toEqual([addDays(month.to, 1), month])
        month = monthOf(day)
      }
      expect(monthOf(day)).toEqual(month)
    }
  })
})

test('a number has its series, its year and six digits', () => {
  expect([invoiceNumber('F', 2026, 123), invoiceNumber('R', 2027, 1), invoiceNumber('F', 2026, 1_234_567)]).toEqual([
    'F-2026-000123',
    'R-2027-000001',
    'F-2026-1234567',
  ])
})

test('a tax number is a company’s, a citizen’s or a foreigner’s', () => {
  expect(['A28015865', '12345678Z', 'X1234567L', 'B00000000', 'A28015866', ''].map(isTaxId)).toEqual([true, true, true, true, false, false])
})
