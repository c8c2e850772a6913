import { expect, it } from 'vitest'
import { differingLimits, otherMode, takenLimits } from './otherMode.ts'

const here = { minAmount: 5_000, maxAmount: null }
const there = { minAmount: 6_000, maxAmount: 90_000 }

it('copies the chosen fields and keeps the others', () => {
  expect(differingLimits(here, there)).toEqual(['minAmount', 'maxAmount'])
  expect(takenLimits(here, there, ['maxAmount'])).toEqual({ minAmount: 5_000, maxAmount: 90_000 })
  expect(takenLimits(there, here, ['maxAmount'])).toEqual({ minAmount: 6_000, maxAmount: null })
  expect(takenLimits(here, there, [])).toEqual(here)
  expect(differingLimits(there, there)).toEqual([])
  expect([otherMode('live'), otherMode('sandbox')]).toEqual(['sandbox', 'live'])
})
