import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choicesOf, idleSecondsOf, undoSecondsOf } from './ownLimits.ts'

const ofAll = fc.record({ maxIdleMinutes: fc.integer({ min: 30, max: 480 }), refundHoldSeconds: fc.integer({ min: 0, max: 300 }) })

test('a session idles for half an hour, or as chosen, up to the installation’s maximum', () => {
  fc.assert(
    fc.property(ofAll, fc.option(fc.constantFrom(1_800, 3_600, 7_200, 14_400, 28_800)), (limits, chosen) => {
      const seconds = idleSecondsOf(chosen, limits)
      expect(seconds).toBeGreaterThanOrEqual(1_800)
      expect(seconds).toBeLessThanOrEqual(limits.maxIdleMinutes * 60)
      if (chosen === null) expect(seconds).toBe(1_800)
      expect(choicesOf(limits).idleChoices[0]).toBe(1_800)
    }),
  )
})

test('a refund can be undone for the installation’s time or longer, and not at all where that is zero', () => {
  fc.assert(
    fc.property(ofAll, fc.option(fc.constantFrom(60, 120, 300)), (limits, chosen) => {
      const usual = limits.refundHoldSeconds
      expect(undoSecondsOf(chosen, limits)).toBe(usual === 0 ? 0 : Math.max(usual, chosen ?? 0))
    }),
  )
})

test.each([
  [0, []],
  [20, [20, 60, 120, 300]],
  [120, [120, 300]],
  [300, [300]],
])('with an undo time of %i seconds the choices are %j', (refundHoldSeconds, choices) =>
  expect(choicesOf({ maxIdleMinutes: 60, refundHoldSeconds })).toEqual({ idleChoices: [1_800, 3_600], undoChoices: choices }),
)
