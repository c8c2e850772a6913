import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planWithin } from './planWithin.ts'

const plans = fc.array(
  fc.record({ numInstalments: fc.integer({ min: 1, max: 36 }), instalmentAmount: fc.integer({ min: 1, max: 300_000 }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
)

test('returns the plan with the fewest instalments within the limit, or the smallest instalment when none is within', () => {
  fc.assert(
    fc.property(plans, fc.nat(300_000), (all, most) => {
      const plan = all[planWithin(all, most)]
      const within = all.filter(({ instalmentAmount }) => instalmentAmount <= most)
      if (within.length > 0) {
        expect(plan?.instalmentAmount).toBeLessThanOrEqual(most)
        expect(plan?.numInstalments).toBe(Math.min(...within.map(({ numInstalments }) => numInstalments)))
      } else expect(plan?.instalmentAmount).toBe(Math.min(...all.map(({ instalmentAmount }) => instalmentAmount)))
    }),
  )
})
