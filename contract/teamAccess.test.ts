import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HeldThen } from '#domain/access/accessHistory'
import { keyRights } from '#domain/merchants/keyRights'
import { roles } from '#domain/access/roles'
import { firstExcess, type Access } from '#domain/access/team'
import { askableRights, isAskable, teamRights, withholdable } from '#domain/access/teamRights'
import { accessWith, couldCall, grantProblem, holdsRight, rightOfCall } from './teamAccess.ts'
import { reachOf } from './permissions.ts'

// A granted request adds the right, removes nothing, and gives no more than the required role.
const access: fc.Arbitrary<Access> = fc
  .record({
    role: fc.constantFrom(...roles),
    withheld: fc.subarray([...withholdable]),
    limited: fc.boolean(),
  })
  .map(({ role, withheld, limited }) => ({
    role,
    shops: limited ? ['a'] : null,
    // Owners have all rights, and nothing can be withheld from guests.
    withheld: role === 'owner' || role === 'guest' ? [] : withheld,
    sandboxOnly: limited && role !== 'owner',
    refundLimitCents: limited && role !== 'owner' && role !== 'guest' ? 5_000 : null,
    refundDayLimitCents: null,
  }))
const right = fc.constantFrom(...teamRights)

describe('the access granted by a request', () => {
  test('includes the right and everything held before', () => {
    fc.assert(
      fc.property(access, right, (held, requestedRight) => {
        const grantedAccess = accessWith(held, requestedRight)
        if (grantedAccess === null) {
          expect(holdsRight(held, requestedRight) || !isAskable(requestedRight)).toBe(true)
          return
        }
        expect(holdsRight(grantedAccess, requestedRight)).toBe(true)
        expect(teamRights.filter((one) => holdsRight(held, one) && !holdsRight(grantedAccess, one))).toEqual([])
        expect(firstExcess(held, grantedAccess)).toBeNull()
        expect(grantedAccess).toMatchObject({ shops: held.shops, refundLimitCents: held.refundLimitCents })
        expect(grantedAccess.role).not.toBe('owner')
      }),
    )
  })

  test('includes no other withholdable right', () => {
    fc.assert(
      fc.property(access, right, (held, requestedRight) => {
        const grantedAccess = accessWith(held, requestedRight)
        if (grantedAccess === null) return
        const more = withholdable.filter((one) => one !== requestedRight && holdsRight(grantedAccess, one) && !holdsRight(held, one))
        expect(more).toEqual([])
      }),
    )
  })

  test.each([
    ['guest', 'settlements', 'editor'],
    ['guest', 'audiences', 'admin'],
    ['editor', 'keys', 'admin'],
  ] as const)('makes a %s who requests %s a %s', (role, requestedRight, becomes) => {
    const grantedAccess = accessWith(
      { role, shops: null, withheld: [], sandboxOnly: false, refundLimitCents: null, refundDayLimitCents: null },
      requestedRight,
    )
    expect(grantedAccess?.role).toBe(becomes)
  })

  test('can be asked for exactly where an admin has the whole right', () => {
    expect(askableRights).toEqual(teamRights.filter((right) => reachOf('admin', right) === 'yes'))
  })

  test('does not exist for rights of the owner only', () => {
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

test('a write has its right, a read-only call has none', () => {
  expect((['operationRefund', 'settlementList', 'audienceList', 'teamInvite', 'teamList', 'me'] as const).map(rightOfCall)).toEqual([
    'refund',
    'settlements',
    'audiences',
    'team',
    null,
    null,
  ])
})

const admin = { role: 'admin', withheld: [], refundLimitCents: null, refundDayLimitCents: null, temporary: false } as const

describe('who may grant rights to a program in live mode', () => {
  test.each([
    ['an admin who holds everything', admin, keyRights, null],
    ['an admin without refunds, a whole key', { ...admin, withheld: ['refund'] as const }, keyRights, 'keyRights'],
    ['an admin without refunds, a key that refunds nothing', { ...admin, withheld: ['refund'] as const }, ['sell'] as const, null],
    [
      'an admin without settlements, a key that reads them',
      { ...admin, withheld: ['settlements'] as const },
      ['settlements'] as const,
      'keyRights',
    ],
    ['an admin with a limit of a cent', { ...admin, refundLimitCents: 1 }, keyRights, 'keyLimits'],
    ['an admin with a limit of the day', { ...admin, refundDayLimitCents: 1_000_000 }, ['refund'] as const, 'keyLimits'],
    ['an admin with a limit, a key that refunds nothing', { ...admin, refundLimitCents: 1 }, ['sell', 'capture'] as const, null],
    ['an admin whose access ends', { ...admin, temporary: true }, [] as const, 'keyTemporary'],
    ['an editor, whose role has a limit', { ...admin, role: 'editor' as const }, ['refund'] as const, 'keyLimits'],
    ['a guest', { ...admin, role: 'guest' as const }, ['sell'] as const, 'keyRights'],
    ['an owner', { ...admin, role: 'owner' as const }, keyRights, null],
  ] as const)('%s', (_name, maker, rights, why) => {
    expect(grantProblem(maker, rights)).toBe(why)
  })
})

test('a member without a session, disabled, limited to other shops or without the right could not make a call', () => {
  const at = new Date('2026-03-10T10:00:00Z')
  const editor: HeldThen = {
    role: 'editor',
    withheld: [],
    shops: ['a'],
    sandboxOnly: false,
    refundLimitCents: null,
    refundDayLimitCents: null,
    disabled: false,
    removed: false,
    accessUntil: '2026-03-10',
  }
  expect(couldCall(editor, 'operationRefund', 'a', 'live', at)).toBe(true)
  for (const change of [
    { role: 'guest' },
    { withheld: ['refund'] },
    { shops: ['b'] },
    { sandboxOnly: true },
    { disabled: true },
    { removed: true },
    { accessUntil: '2026-03-09' },
  ] as const)
    expect(couldCall({ ...editor, ...change }, 'operationRefund', 'a', 'live', at), JSON.stringify(change)).toBe(false)
  expect(couldCall({ ...editor, shops: null }, 'operationRefund', 'b', 'live', at)).toBe(true)
  const inTest = { ...editor, sandboxOnly: true }
  expect(couldCall(inTest, 'operationRefund', 'a', 'sandbox', at)).toBe(true)
  expect(couldCall(inTest, 'teamList', null, null, at)).toBe(false)
})
