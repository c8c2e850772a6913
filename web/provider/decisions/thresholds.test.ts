import { expect, it } from 'vitest'
import { isSame, thresholdsOf, typedOf, type Thresholds, type Typed } from './thresholds.ts'

const inForce: Thresholds = {
  bankLinkFromCents: 100_000,
  reviewFromCents: null,
  maxOwedCents: 300_000,
  maxLivePlans: 2,
  maxRecentRequests: 3,
  minAgeYears: 18,
}
const typed = typedOf(inForce)

it('reads back what is in force, and tells a change from it', () => {
  const read = thresholdsOf(typed)
  expect(read).toEqual(inForce)
  expect(isSame(inForce, { ...inForce })).toBe(true)
  expect(isSame(inForce, { ...inForce, reviewFromCents: 80_000 })).toBe(false)
})

it('only the amount of reviews may be empty; zero is the same', () => {
  const withAmounts = (amounts: Partial<Typed['amounts']>) => thresholdsOf({ ...typed, amounts: { ...typed.amounts, ...amounts } })
  expect(withAmounts({ reviewFromCents: 0 })?.reviewFromCents).toBeNull()
  expect(withAmounts({ maxOwedCents: 0 })?.maxOwedCents).toBe(0)
  expect([withAmounts({ bankLinkFromCents: null }), withAmounts({ bankLinkFromCents: 0 }), withAmounts({ maxOwedCents: null })]).toEqual([
    null,
    null,
    null,
  ])
  expect(thresholdsOf({ ...typed, unreadable: new Set(['reviewFromCents']) })).toBeNull()
})

it.each([
  ['minAgeYears', '17'],
  ['minAgeYears', '100'],
  ['maxLivePlans', '0'],
  ['maxRecentRequests', '2,5'],
  ['maxRecentRequests', ''],
] as const)('%s cannot be “%s”', (field, text) => {
  expect(thresholdsOf({ ...typed, counts: { ...typed.counts, [field]: text } })).toBeNull()
})
