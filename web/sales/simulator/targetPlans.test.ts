import { describe, expect, it } from 'vitest'
import { targetPlans } from './targetPlans.ts'

describe('target instalment', () => {
  const plans = [
    { numInstalments: 12, instalmentAmount: 2_779 },
    { numInstalments: 3, instalmentAmount: 10_335 },
    { numInstalments: 6, instalmentAmount: 5_296 },
  ]
  it('returns the plans that fit, fewest instalments first, and the lowest instalment', () => {
    expect(targetPlans(plans, 5_296).fitting.map(({ numInstalments }) => numInstalments)).toEqual([6, 12])
    expect(targetPlans(plans, 2_000)).toEqual({ fitting: [], lowest: plans[0] })
    expect(targetPlans([], 2_000)).toEqual({ fitting: [], lowest: null })
  })
})
