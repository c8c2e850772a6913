import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finalHolders, holderProblems, holdingBars, sharedNames, companiesWithoutHolders, type Holder } from './shareholding.ts'

const person = (id: string, share: number, parentId: string | null = null, name = id): Holder => ({
  id,
  parentId,
  kind: 'person',
  name,
  share,
})
const company = (id: string, share: number, parentId: string | null = null): Holder => ({ id, parentId, kind: 'company', name: id, share })

/** Parts of a whole, each at least one basis point. */
const parts = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 6 }).map((weights) => {
  const sum = weights.reduce((all, one) => all + one, 0)
  const shares = weights.map((weight) => Math.max(1, Math.floor((weight * 10_000) / sum)))
  shares[0] = (shares[0] ?? 0) + 10_000 - shares.reduce((all, one) => all + one, 0)
  return shares
})
/** A complete shareholding: holders of the company, some of them companies with holders of their own. */
const pictures = fc.tuple(parts, fc.array(fc.tuple(fc.boolean(), parts), { minLength: 6, maxLength: 6 })).map(([shares, below]) =>
  shares.flatMap((share, at): Holder[] => {
    const [isCompany, inside] = below[at] ?? [false, []]
    return isCompany
      ? [company(`c${at}`, share), ...inside.map((part, nth) => person(`p${at}.${nth}`, part, `c${at}`))]
      : [person(`p${at}`, share)]
  }),
)

describe('a complete shareholding', () => {
  it('has no problem, adds up to 100 % of people, and is drawn over the whole width without overlap', () =>
    fc.assert(
      fc.property(pictures, (holders) => {
        expect(holderProblems(holders)).toEqual([])
        const people = finalHolders(holders)
        expect(Math.abs(people.reduce((sum, { share }) => sum + share, 0) - 10_000)).toBeLessThanOrEqual(people.length)
        for (const { share, isOwner } of people) if (Math.abs(share - 2_500) > 1) expect(isOwner).toBe(share > 2_500)
        expect(people.filter(({ isOwner }) => isOwner).length).toBeLessThanOrEqual(3)
        const first = holdingBars(holders).filter(({ depth }) => depth === 0)
        expect(first.reduce((end, { from, width }) => (expect(from).toBeCloseTo(end, 6), end + width), 0)).toBeCloseTo(10_000, 6)
      }),
    ))

  it('is incomplete as soon as one part changes', () =>
    fc.assert(
      fc.property(pictures, fc.nat(), (holders, which) => {
        const at = which % holders.length
        const changed = holders.map((one, index) => (index === at ? { ...one, share: one.share === 1 ? 2 : one.share - 1 } : one))
        expect(holderProblems(changed)).toContainEqual({ holder: holders[at]?.parentId ?? null, code: 'not_whole' })
      }),
    ))
})

describe('beneficial owners', () => {
  it('hold more than 25 % by the exact share, directly and through companies together', () => {
    const holders = [
      person('ana', 1_500, null, 'Ana Peña'),
      company('h', 5_000),
      person('luis', 3_500),
      person('a2', 2_001, 'h', 'ANA  PENA'),
      person('eva', 7_999, 'h'),
    ]
    expect(finalHolders(holders)).toEqual([
      { name: 'eva', share: 4_000, isIndirect: true, isOwner: true },
      { name: 'luis', share: 3_500, isIndirect: false, isOwner: true },
      { name: 'Ana Peña', share: 2_501, isIndirect: true, isOwner: true },
    ])
    const exactly = holders.map((one) => (one.id === 'a2' ? { ...one, share: 2_000 } : one))
    expect(finalHolders(exactly).find(({ name }) => name === 'Ana Peña')).toMatchObject({ share: 2_500, isOwner: false })
    // A fifth of a basis point above a quarter is shown as a quarter and counts as above it; a twentieth below does not.
    expect(finalHolders([company('h', 6_000), person('x', 4_167, 'h')])).toMatchObject([{ isOwner: true, share: 2_500 }])
    expect(finalHolders([company('h', 6_000), company('g', 9_999, 'h'), person('x', 4_167, 'g')])).toMatchObject([
      { isOwner: false, share: 2_500 },
    ])
  })

  it('may be hidden behind a company without stated holders', () =>
    expect(companiesWithoutHolders([company('h', 6_000), person('x', 4_000)])).toEqual([{ holder: company('h', 6_000), share: 6_000 }]))
})

it('holderProblems finds every problem: no name, no share, a part of nothing or of a person, a cycle, too deep, too many', () => {
  expect(holderProblems([])).toEqual([])
  expect(holderProblems([person('x', 10_000, null, ' ')])).toEqual([{ holder: 'x', code: 'name' }])
  expect(holderProblems([person('x', 10_000), person('y', 0)])).toContainEqual({ holder: 'y', code: 'share' })
  expect(holderProblems([person('x', 10_000), person('y', 10_000, 'nobody')])).toContainEqual({ holder: 'y', code: 'stray' })
  expect(holderProblems([person('x', 10_000), person('y', 10_000, 'x')])).toContainEqual({ holder: 'y', code: 'too_deep' })
  expect(holderProblems([person('x', 10_000), company('a', 10_000, 'b'), company('b', 10_000, 'a')]).map(({ holder }) => holder)).toEqual([
    'a',
    'b',
  ])
  const chain = Array.from({ length: 6 }, (_, at) => company(`c${at}`, 10_000, at === 0 ? null : `c${at - 1}`))
  expect(holderProblems(chain)).toEqual([{ holder: 'c5', code: 'too_deep' }])
  expect(holderProblems(Array.from({ length: 61 }, (_, at) => person(`p${at}`, 1)))).toEqual([{ holder: null, code: 'too_many' }])
})

it('sharedNames lists names in several rows, which count as one person', () => {
  const person = (id: string, name: string, kind: Holder['kind'] = 'person'): Holder => ({ id, parentId: null, kind, name, share: 2_500 })
  expect(
    sharedNames([person('a', 'Ana Gil'), person('b', 'ANA  GIL'), person('c', 'Ana Gil', 'company'), person('d', 'Luis Mas')]),
  ).toEqual(['Ana Gil'])
  expect(sharedNames([person('a', ''), person('b', ' '), person('c', 'Ana Gil')])).toEqual([])
})
