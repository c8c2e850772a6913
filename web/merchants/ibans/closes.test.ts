import { expect, test } from 'vitest'
import { closes } from './closes.ts'

const fee = {
  concept: 'fee' as const,
  count: 3,
  taxTerritory: 'peninsula' as const,
  baseAmount: 3_223,
  vatRate: 2_100,
  vatAmount: 676,
  totalAmount: 3_899,
}
const subsidy = {
  concept: 'subsidy' as const,
  count: 1,
  taxTerritory: 'peninsula' as const,
  baseAmount: 2_713,
  vatRate: null,
  vatAmount: 0,
  totalAmount: 2_713,
}
const invoice = { baseAmount: 3_223, vatAmount: 676, exemptAmount: 2_713, totalAmount: 6_612, lines: [fee, subsidy] }

test('accepts an invoice whose lines and totals match', () => {
  expect(closes(invoice)).toBe(true)
  const back = { baseAmount: -100, vatAmount: -21, exemptAmount: 0, totalAmount: -121 }
  expect(closes({ ...back, lines: [{ ...fee, baseAmount: -100, vatAmount: -21, totalAmount: -121 }] })).toBe(true)
})

test('rejects a difference of one cent in any amount', () => {
  for (const name of ['baseAmount', 'vatAmount', 'exemptAmount', 'totalAmount'] as const)
    expect(closes({ ...invoice, [name]: invoice[name] + 1 }), name).toBe(false)
  for (const name of ['baseAmount', 'vatAmount', 'totalAmount'] as const)
    expect(closes({ ...invoice, lines: [{ ...fee, [name]: fee[name] + 1 }, subsidy] }), name).toBe(false)
})

test('leaves exempt lines out of the tax base', () => {
  expect(closes({ ...invoice, baseAmount: 5_936, exemptAmount: 0 })).toBe(false)
})
