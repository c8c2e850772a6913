import fc from 'fast-check'
import { expect, it } from 'vitest'
import { settlementEntry } from './journal.ts'
import { feeFor, refundReversal } from '../sales/plans/fees.ts'
import { testFeePlans } from '../testing/testFeePlans.ts'
import { composeInvoice, type Charges } from './invoice.ts'
import { basisPoints, cents, percentOf, sum, ZERO } from '../platform/money.ts'
import { addLines, linesNetOf, noSums, type SettledLine } from './settlement.ts'
import { vatRounding } from './vatRounding.ts'

const rate = basisPoints(2_100)

it('is the difference between rounding once and rounding each line', () => {
  expect(vatRounding([{ vatRate: rate, count: 3, baseCents: cents(3 * 156), vatCents: cents(3 * 33) }])).toEqual([
    { vatRate: rate, vatCents: -1 },
  ])
  expect(vatRounding([{ vatRate: rate, count: 3, baseCents: cents(100), vatCents: cents(21) }])).toEqual([])
  expect(vatRounding([{ vatRate: rate, count: 3, baseCents: cents(1_000), vatCents: cents(200) }])).toEqual([])
  expect(vatRounding([{ vatRate: rate, count: 3, baseCents: cents(-3 * 156), vatCents: cents(-3 * 33) }])).toEqual([
    { vatRate: rate, vatCents: 1 },
  ])
})

type Line = SettledLine & { vatRate: number }
const plans = [testFeePlans.instalments, { ...testFeePlans.pay_later, vatRate: basisPoints(700) }]

/** Sales and their refunds, as lines of a settlement. */
const sale = fc.record({
  total: fc.integer({ min: 1, max: 300_000 }),
  back: fc.integer({ min: 0, max: 300_000 }),
  plan: fc.constantFrom(...plans),
})
function linesOf({ total, back, plan }: typeof sale extends fc.Arbitrary<infer One> ? One : never): Line[] {
  const sold = { kind: 'order' as const, grossCents: total, ...feeFor(cents(total), plan), subsidyCents: 0, vatRate: plan.vatRate }
  const refundCents = cents(Math.min(back, total))
  if (refundCents < 1) return [sold]
  const terms = { capturedCents: cents(total), refundedBeforeCents: ZERO, refundCents, plan, subsidyCents: ZERO, keepFixed: true }
  const { feeBackCents, vatBackCents } = refundReversal(terms)
  return [
    sold,
    { kind: 'refund', grossCents: -refundCents, feeCents: -feeBackCents, vatCents: -vatBackCents, subsidyCents: 0, vatRate: plan.vatRate },
  ]
}

it('makes a month’s invoice exact by rate and equal to its settlements’ charges, whose entries balance', () => {
  fc.assert(
    fc.property(fc.array(fc.array(sale, { maxLength: 12 }), { minLength: 1, maxLength: 8 }), (days) => {
      const all: Line[] = []
      let [deducted, booked] = [0, 0]
      for (const day of days) {
        const lines = day.flatMap(linesOf)
        all.push(...lines)
        const rates = [...new Set(all.map(({ vatRate }) => vatRate))]
        const rounding = vatRounding(
          rates.map((vatRate) => {
            const of = all.filter((line) => line.vatRate === vatRate)
            const total = (name: 'feeCents' | 'vatCents') => cents(of.reduce((whole, line) => whole + line[name], 0))
            return { vatRate: basisPoints(vatRate), count: of.length, baseCents: total('feeCents'), vatCents: total('vatCents') }
          }),
        ).map(({ vatRate, vatCents }): Line => ({ kind: 'vat_rounding', grossCents: 0, feeCents: 0, vatCents, subsidyCents: 0, vatRate }))
        all.push(...rounding)
        const sums = addLines(noSums, [...lines, ...rounding])
        const feeCents = cents(-sums.feesCents - sums.feeRefundsCents)
        const vatCents = cents(-sums.vatCents - sums.vatRefundsCents)
        const grossCents = sum(sums.salesCents, sums.refundsCents)
        const netCents = linesNetOf(sums)
        expect(netCents).toBe(grossCents - feeCents - vatCents)
        const zero = { subsidyCents: ZERO, openingCents: ZERO, repaidCents: ZERO, reserveCents: ZERO, closingCents: ZERO }
        const entry = settlementEntry({ isPaid: true, grossCents, feeCents, vatCents, netCents, ...zero })
        expect(entry.reduce((whole, { amountCents }) => whole + amountCents, 0)).toBe(0)
        booked += entry.find(({ account }) => account === 'vat')?.amountCents ?? 0
        deducted += feeCents + vatCents
      }
      const invoice = composeInvoice(
        all.map(({ kind, vatRate, feeCents, vatCents }) => ({
          kind: kind as Charges['kind'],
          territory: 'peninsula',
          vatRate: basisPoints(vatRate),
          feeCount: 1,
          feeCents: cents(feeCents),
          vatCents: cents(vatCents),
          subsidyCount: 0,
          subsidyCents: ZERO,
        })),
      )
      if (!invoice) {
        expect(deducted).toBe(0)
        return
      }
      for (const { vatRate, baseCents, vatCents } of invoice.lines) expect(vatCents).toBe(percentOf(baseCents, basisPoints(vatRate ?? 0)))
      expect(invoice.totalCents).toBe(deducted)
      expect(invoice.vatCents).toBe(booked)
      expect(sum(...invoice.lines.map(({ baseCents, vatCents }) => sum(baseCents, vatCents)))).toBe(invoice.totalCents)
    }),
    { numRuns: 300 },
  )
})
