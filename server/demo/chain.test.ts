import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chainOwner, chainPlans } from './chain.ts'

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

it('a chain has the requested number of shops, each with a unique name, and about the requested number of operations in total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1_500 }), fc.integer({ min: 20_001, max: 2_000_000 }), (shops, operations) => {
      const accounts = chainPlans({ shops, operations })
      const all = accounts.flatMap((account) => account.shops)
      expect(new Set(all.map(({ name }) => name)).size).toBe(shops)
      expect(accounts.map(({ people: [owner] }) => owner?.email)).toEqual(accounts.map((_, nth) => chainOwner(nth)))
      expect(Math.abs(sum(all.map(({ live }) => live)) - operations)).toBeLessThanOrEqual(shops)
      expect(all[0]?.live).toBe(Math.round(operations * 0.4))
      expect(Math.min(...all.map(({ live, categories }) => Math.min(live, categories.length)))).toBeGreaterThan(0)
    }),
    { numRuns: 30 },
  )
})
