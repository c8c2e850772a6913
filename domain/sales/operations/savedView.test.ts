import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roles } from '../../access/roles.ts'
import { viewProblem, type ViewReach } from './savedView.ts'

const reach: fc.Arbitrary<ViewReach> = fc.record({
  shared: fc.boolean(),
  defaultFor: fc.subarray([...roles]),
  watched: fc.boolean(),
})
const before = fc.option(reach, { nil: null })

describe('who may make a view what', () => {
  it('lets a guest keep views for themselves alone, and change nobody’s', () => {
    fc.assert(
      fc.property(before, reach, (old, next) => {
        if (viewProblem('guest', old, next) !== null) return
        expect(next).toEqual({ shared: false, defaultFor: [], watched: false })
        expect(old?.shared ?? false).toBe(false)
      }),
    )
  })

  it('lets only owners and admins say with what a role begins, and take it back', () => {
    fc.assert(
      fc.property(before, reach, (old, next) => {
        const changes = (old?.defaultFor ?? []).toSorted().join() !== next.defaultFor.toSorted().join()
        if (changes) expect(viewProblem('editor', old, next)).not.toBeNull()
        if (next.shared) expect(viewProblem('admin', old, next)).toBeNull()
      }),
    )
  })

  it('gives a personal view neither a role nor a watch', () => {
    for (const role of roles) {
      expect(viewProblem(role, null, { shared: false, defaultFor: ['editor'], watched: false })).toBe('personal')
      expect(viewProblem(role, null, { shared: false, defaultFor: [], watched: true })).toBe('personal')
      expect(viewProblem(role, null, { shared: false, defaultFor: [], watched: false })).toBeNull()
    }
  })
})
