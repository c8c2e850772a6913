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

describe('permission to change views', () => {
  it('lets a guest keep personal views only, and change no shared one', () => {
    fc.assert(
      fc.property(before, reach, (old, next) => {
        if (viewProblem('guest', old, next) !== null) return
        expect(next).toEqual({ shared: false, defaultFor: [], watched: false })
        expect(old?.shared ?? false).toBe(false)
      }),
    )
  })

  it('lets only owners and admins set and clear default roles', () => {
    fc.assert(
      fc.property(before, reach, (old, next) => {
        const changes = (old?.defaultFor ?? []).toSorted().join() !== next.defaultFor.toSorted().join()
        if (changes) expect(viewProblem('editor', old, next)).not.toBeNull()
        if (next.shared) expect(viewProblem('admin', old, next)).toBeNull()
      }),
    )
  })

  it('allows a personal view neither default roles nor watching', () => {
    for (const role of roles) {
      expect(viewProblem(role, null, { shared: false, defaultFor: ['editor'], watched: false })).toBe('personal')
      expect(viewProblem(role, null, { shared: false, defaultFor: [], watched: true })).toBe('personal')
      expect(viewProblem(role, null, { shared: false, defaultFor: [], watched: false })).toBeNull()
    }
  })
})
