import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownershipProblems, ownershipTypes, undeclaredShare, type Holding } from './ownership.ts'

const holding = fc.record<Holding>({
  percentage: fc.option(fc.constantFrom(1, 2_499, 2_500, 2_501, 3_333, 3_334, 5_000, 9_999, 10_000), { nil: null }),
  controlType: fc.constantFrom('ownership', 'administrator', 'voting', null),
})
const holdings = fc.array(holding, { maxLength: 5 })

/** The rules restated from the law and the docs (Ley 10/2010, art. 4; docs/domain.md#people-and-companies). */
function fits(type: (typeof ownershipTypes)[number], people: readonly Holding[]): boolean {
  const shares = people.map(({ percentage }) => percentage)
  const sum = shares.reduce<number>((all, share) => all + (share ?? 0), 0)
  if (sum > 10_000) return false
  if (type === 'full') return people.length === 1 && shares[0] === 10_000
  if (type === 'majority') return people.length >= 1 && people.length <= 3 && shares.every((share) => share !== null && share > 2_500)
  return people.some(({ controlType }) => controlType === 'administrator') && shares.every((share) => share === null || share <= 2_500)
}

describe('owners of a company', () => {
  it('are valid exactly when they satisfy the rules of their kind', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ownershipTypes),
        holdings,
        (type, people) => (ownershipProblems(type, false, people).length === 0) === fits(type, people),
      ),
    )
  })

  it('need not be stated by a listed company', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ownershipTypes), holdings, (type, people) => ownershipProblems(type, true, people).length === 0),
    )
  })

  it('leave as undeclared what nobody owns, never less than zero', () => {
    fc.assert(
      fc.property(holdings, (people) => {
        const stated = people.reduce((sum, { percentage }) => sum + (percentage ?? 0), 0)
        return undeclaredShare(people) === (stated > 10_000 ? 0 : 10_000 - stated)
      }),
    )
  })

  it.each([
    ['full', [10_000], []],
    ['full', [9_999], ['all_of_it']],
    ['full', [5_000, 5_000], ['one_alone', 'all_of_it']],
    ['majority', [2_501, 2_501, 2_501], []],
    ['majority', [2_500], ['above_quarter']],
    ['majority', [5_000, 5_001], ['sum']],
    ['minority', [2_500], ['administrator']],
    ['majority', [], ['none']],
  ] as const)('%s with %j: %j', (type, shares, problems) => {
    const people = shares.map((percentage): Holding => ({ percentage, controlType: 'ownership' }))
    expect(ownershipProblems(type, false, people)).toEqual(problems)
  })
})
