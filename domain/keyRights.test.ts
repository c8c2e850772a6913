import { describe, expect, it } from 'vitest'
import { handOutProblem, keyRightOf, keyRights, shopPermissions, tidiedGrant, wholeGrant, type ShopCallName } from './keyRights.ts'

const admin = { role: 'admin', withheld: [], refundLimitCents: null, refundDayLimitCents: null, temporary: false } as const

describe('who may hand rights to a program in real mode', () => {
  it.each([
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
    expect(handOutProblem(maker, rights)).toBe(why)
  })
})

it('every call of the shops’ API that moves money or changes something needs a right', () => {
  const needing = (Object.keys(shopPermissions) as ShopCallName[]).filter((name) => keyRightOf(name) !== null)
  const changes = /Create|Refund$|Capture$|Void$|Cancel$|Cart$|Replace|Update|Remove|Add|settlement/
  const changing = (Object.keys(shopPermissions) as ShopCallName[]).filter((name) => changes.test(name))
  expect(needing.toSorted()).toEqual(changing.toSorted())
})

it('limits mean nothing on a key that gives nothing back', () => {
  const limits = { refundLimitCents: 500, refundDayLimitCents: 900 }
  expect(tidiedGrant({ rights: ['capture', 'sell', 'sell'], ...limits })).toEqual({ ...wholeGrant, rights: ['sell', 'capture'] })
  expect(tidiedGrant({ rights: ['refund'], ...limits })).toEqual({ rights: ['refund'], ...limits })
})
