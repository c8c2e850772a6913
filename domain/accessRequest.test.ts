import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accessWith, askableRights, holdsRight, rightOfCall } from './accessRequest.ts'
import { roles } from './roles.ts'
import { beyond, type Access } from './team.ts'
import { teamRights, withholdable } from './teamRights.ts'

// What a request for a right gives: that right, nothing lost, and of the rest no more than the role that it needs.
const access: fc.Arbitrary<Access> = fc
  .record({
    role: fc.constantFrom(...roles),
    withheld: fc.subarray([...withholdable]),
    limited: fc.boolean(),
  })
  .map(({ role, withheld, limited }) => ({
    role,
    shops: limited ? ['a'] : null,
    // An owner is whole, and nothing is withheld from whoever only looks.
    withheld: role === 'owner' || role === 'guest' ? [] : withheld,
    sandboxOnly: limited && role !== 'owner',
    refundLimitCents: limited && role !== 'owner' && role !== 'guest' ? 5_000 : null,
    refundDayLimitCents: null,
  }))
const right = fc.constantFrom(...teamRights)

describe('the access that a request would give', () => {
  test('holds the right and all that was held', () => {
    fc.assert(
      fc.property(access, right, (held, asked) => {
        const given = accessWith(held, asked)
        if (given === null) {
          expect(holdsRight(held, asked) || !askableRights.includes(asked)).toBe(true)
          return
        }
        expect(holdsRight(given, asked)).toBe(true)
        expect(teamRights.filter((one) => holdsRight(held, one) && !holdsRight(given, one))).toEqual([])
        expect(beyond(held, given)).toBeNull()
        expect(given).toMatchObject({ shops: held.shops, refundLimitCents: held.refundLimitCents })
        expect(given.role).not.toBe('owner')
      }),
    )
  })

  test('holds no other right that can be withheld', () => {
    fc.assert(
      fc.property(access, right, (held, asked) => {
        const given = accessWith(held, asked)
        if (given === null) return
        const more = withholdable.filter((one) => one !== asked && holdsRight(given, one) && !holdsRight(held, one))
        expect(more).toEqual([])
      }),
    )
  })

  test.each([
    ['guest', 'settlements', 'editor'],
    ['guest', 'audiences', 'admin'],
    ['editor', 'keys', 'admin'],
  ] as const)('makes a %s who asks for %s a %s', (role, asked, becomes) => {
    const given = accessWith(
      { role, shops: null, withheld: [], sandboxOnly: false, refundLimitCents: null, refundDayLimitCents: null },
      asked,
    )
    expect(given?.role).toBe(becomes)
  })

  test('is nobody’s for what is the owner’s alone', () => {
    const admin: Access = {
      role: 'admin',
      shops: null,
      withheld: [],
      sandboxOnly: false,
      refundLimitCents: null,
      refundDayLimitCents: null,
    }
    expect([accessWith(admin, 'company'), accessWith(admin, 'bankAccount')]).toEqual([null, null])
  })
})

test('a call that acts names its right, one that only looks names none', () => {
  expect(['operationRefund', 'settlementList', 'audienceList', 'teamInvite', 'teamList', 'me'].map(rightOfCall)).toEqual([
    'refund',
    'settlements',
    'audiences',
    'team',
    null,
    null,
  ])
})
