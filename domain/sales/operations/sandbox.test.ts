import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNif } from '../../platform/identifiers.ts'
import { daysAhead, mayAdvance, MAX_AHEAD_DAYS, TEST_DOCUMENTS, testNif } from './sandbox.ts'

const DAY = 86_400_000

describe('the sandbox clock', () => {
  test('may be advanced within its limit', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.constantFrom(1, 7, 31), (ahead, days) => {
        expect(mayAdvance(ahead * DAY, days)).toBe(ahead + days <= MAX_AHEAD_DAYS)
        expect(daysAhead(ahead * DAY + 40_000)).toBe(ahead)
      }),
    )
  })
})

test('a generated person has a valid document that is none of the test documents', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (seed) => {
      expect(isNif(testNif(seed))).toBe(true)
      expect(Object.values(TEST_DOCUMENTS)).not.toContain(testNif(seed))
    }),
  )
})
