import fc from 'fast-check'
import { expect, test } from 'vitest'
import { heldAt, type AccessChange, type HeldThen } from './accessHistory.ts'
import { roles } from './roles.ts'
import { withholdable } from './teamRights.ts'

// Who could do something in the past follows from the present access and the audit log.
const held: fc.Arbitrary<HeldThen> = fc.record({
  role: fc.constantFrom(...roles),
  withheld: fc.subarray([...withholdable]),
  shops: fc.option(fc.subarray(['a', 'b'], { minLength: 1 }), { nil: null }),
  sandboxOnly: fc.boolean(),
  refundLimitCents: fc.option(fc.constantFrom(0, 15_000), { nil: null }),
  refundDayLimitCents: fc.option(fc.constantFrom(0, 15_000), { nil: null }),
  disabled: fc.boolean(),
  removed: fc.boolean(),
  accessUntil: fc.option(fc.constantFrom('2026-01-31', '2026-06-30'), { nil: null }),
})

const fieldNames = [
  'role',
  'withheld',
  'shops',
  'sandboxOnly',
  'refundLimitCents',
  'refundDayLimitCents',
  'disabled',
  'removed',
  'accessUntil',
] as const

test('past access is reconstructed field by field, whatever changed since', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(held, fc.subarray([...fieldNames])), {
        minLength: 1,
        maxLength: 12,
      }),
      (steps) => {
        const states: HeldThen[] = []
        const changes: AccessChange[] = []
        let state = steps[0]?.[0] as HeldThen // at least one
        for (const [index, [next, fields]] of steps.entries()) {
          states.push(state)
          const part = (from: HeldThen): Partial<HeldThen> => Object.fromEntries(fields.map((field) => [field, from[field]]))
          changes.push({ at: new Date(index * 1_000 + 500), before: part(state) })
          state = { ...state, ...part(next) }
        }
        for (const [index, then] of states.entries()) expect(heldAt(state, changes.toReversed(), new Date(index * 1_000))).toEqual(then)
        expect(heldAt(state, changes, new Date(steps.length * 1_000))).toEqual(state)
      },
    ),
  )
})
