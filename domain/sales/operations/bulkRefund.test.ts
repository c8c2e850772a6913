import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withinAllowance } from './bulkRefund.ts'

const money = fc.integer({ min: 1, max: 500_000 })
const limit = fc.option(fc.integer({ min: 0, max: 800_000 }), { nil: null })
const total = (amounts: readonly number[], taken: readonly boolean[]) =>
  amounts.reduce((sum, amount, nth) => (taken[nth] ? sum + amount : sum), 0)

describe('several refunds within limits', () => {
  it('never exceed the remaining daily limit, nor any single one the limit per refund', () => {
    fc.assert(
      fc.property(fc.array(money, { maxLength: 60 }), limit, limit, (amounts, perRefund, dayLeft) => {
        const taken = withinAllowance(amounts, { perRefund, dayLeft })
        expect(taken).toHaveLength(amounts.length)
        if (dayLeft !== null) expect(total(amounts, taken)).toBeLessThanOrEqual(dayLeft)
        amounts.forEach((amount, nth) => {
          if (perRefund !== null && taken[nth]) expect(amount).toBeLessThanOrEqual(perRefund)
        })
      }),
    )
  })

  it('skip only those that do not fit at their position', () => {
    fc.assert(
      fc.property(fc.array(money, { maxLength: 60 }), limit, limit, (amounts, perRefund, dayLeft) => {
        const taken = withinAllowance(amounts, { perRefund, dayLeft })
        amounts.forEach((amount, nth) => {
          if (taken[nth]) return
          const before = total(amounts.slice(0, nth), taken)
          expect((perRefund !== null && amount > perRefund) || (dayLeft !== null && before + amount > dayLeft)).toBe(true)
        })
      }),
    )
  })

  it('are all allowed without limits', () => {
    expect(withinAllowance([1, 900_000], { perRefund: null, dayLeft: null })).toEqual([true, true])
  })
})
