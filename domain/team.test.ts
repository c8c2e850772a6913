import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { may, permissions, roles, type CallName } from './roles.ts'
import { seatAllows } from './sandboxSeat.ts'
import { accessPresets, beyond, changeProblem, grantProblem, invitationMs, memberStatus, refundLimitOf, type Access } from './team.ts'
import { callsOfRight, reachOf, teamRights, withheldCalls, withholdable } from './teamRights.ts'

const shopIds = ['s1', 's2', 's3']
const cents = fc.option(fc.integer({ min: 1, max: 200_000 }))
const anyAccess: fc.Arbitrary<Access> = fc.record({
  role: fc.constantFrom(...roles),
  shops: fc.option(fc.subarray(shopIds, { minLength: 1 })),
  withheld: fc.subarray([...withholdable]),
  sandboxOnly: fc.boolean(),
  refundLimitCents: cents,
  refundDayLimitCents: cents,
})
const calls = Object.keys(permissions) as CallName[]
/** Each call with the modes in which it may be made. */
function callsOf({ role, withheld, sandboxOnly }: Access): string[] {
  const without = withheldCalls(withheld)
  const theirs = calls.filter((call) => Array.isArray(permissions[call]) && may(role, call) && !without.has(call))
  return theirs.flatMap((call) =>
    (['live', 'sandbox'] as const).filter((mode) => !sandboxOnly || seatAllows(call, mode)).map((mode) => `${call}/${mode}`),
  )
}
const shopsOf = ({ shops }: Access) => shops ?? shopIds

describe('what one holds of what another holds', () => {
  test('nothing beyond means no call, no shop and no euro more', () => {
    fc.assert(
      fc.property(anyAccess, anyAccess, (inner, outer) => {
        if (beyond(inner, outer) !== null) return
        const known = new Set(callsOf(outer))
        expect(callsOf(inner).filter((call) => !known.has(call))).toEqual([])
        expect(shopsOf(outer)).toEqual(expect.arrayContaining([...shopsOf(inner)]))
        if (!callsOf(inner).includes('operationRefund/sandbox')) return
        expect(refundLimitOf(inner) ?? Infinity).toBeLessThanOrEqual(refundLimitOf(outer) ?? Infinity)
        expect(inner.refundDayLimitCents ?? Infinity).toBeLessThanOrEqual(outer.refundDayLimitCents ?? Infinity)
      }),
    )
  })

  test('everybody holds what they hold, and whoever holds more of something is beyond', () => {
    fc.assert(fc.property(anyAccess, (access) => beyond(access, access) === null))
    fc.assert(
      fc.property(anyAccess, anyAccess, (one, other) => {
        const known = new Set(callsOf(other))
        const more = callsOf(one).some((call) => !known.has(call)) || shopsOf(one).some((shop) => !shopsOf(other).includes(shop))
        if (more) expect(beyond(one, other)).not.toBeNull()
      }),
    )
  })

  test('each role may all that the roles after it may: they are an order', () => {
    for (const [at, role] of roles.entries())
      for (const lower of roles.slice(at)) expect(calls.filter((call) => may(lower, call) && !may(role, call))).toEqual([])
  })
})

describe('a change', () => {
  const change = fc.record({
    giver: anyAccess,
    member: anyAccess,
    asked: fc.option(anyAccess),
    otherOwners: fc.integer({ min: 0, max: 2 }),
  })

  test('that is allowed never gives more than the giver holds, never touches more, never takes the last owner', () => {
    fc.assert(
      fc.property(change, ({ giver, member, asked, otherOwners }) => {
        const problem = changeProblem({ giver: { ...giver, id: 'a' }, member: { ...member, id: 'b' }, asked, endsOn: null, otherOwners })
        if (problem !== null) return
        expect(beyond(member, giver)).toBeNull()
        if (asked) expect(beyond(asked, giver)).toBeNull()
        if (member.role === 'owner' && otherOwners === 0) expect(asked?.role).toBe('owner')
      }),
    )
  })

  test('of oneself is refused, whatever it is', () => {
    fc.assert(
      fc.property(change, ({ giver, asked, otherOwners }) => {
        const own = { ...giver, id: 'a' }
        expect(changeProblem({ giver: own, member: own, asked, endsOn: null, otherOwners })).toBe('self')
      }),
    )
  })

  const whole: Access = { role: 'owner', shops: null, withheld: [], sandboxOnly: false, refundLimitCents: null, refundDayLimitCents: null }
  test('takes the last owner from nobody, and leaves owners whole', () => {
    const [giver, member] = [
      { ...whole, id: 'a' },
      { ...whole, id: 'b' },
    ]
    expect(changeProblem({ giver, member, asked: null, endsOn: null, otherOwners: 0 })).toBe('lastOwner')
    expect(changeProblem({ giver, member, asked: { ...whole, role: 'admin' }, endsOn: null, otherOwners: 0 })).toBe('lastOwner')
    expect(changeProblem({ giver, member, asked: null, endsOn: null, otherOwners: 1 })).toBeNull()
    expect(grantProblem(whole, { ...whole, refundLimitCents: 100 }, null)).toBe('ownerWhole')
    expect(grantProblem(whole, whole, '2027-01-01')).toBe('ownerWhole')
    expect(grantProblem(whole, { ...whole, sandboxOnly: true }, null)).toBe('ownerWhole')
  })
})

test('the status follows the clock', () => {
  const now = new Date('2026-05-05T10:00:00Z')
  const base = { disabledAt: null, hasPassword: false, invitedAt: new Date(now.getTime() - invitationMs + 1), accessUntil: null }
  expect(memberStatus(base, now)).toBe('invited')
  expect(memberStatus(base, new Date(now.getTime() + 1))).toBe('expired')
  expect(memberStatus({ ...base, hasPassword: true }, now)).toBe('active')
  expect(memberStatus({ ...base, hasPassword: true, accessUntil: now }, now)).toBe('expired')
  expect(memberStatus({ ...base, hasPassword: true, accessUntil: new Date(now.getTime() + 1) }, now)).toBe('active')
  expect(memberStatus({ ...base, hasPassword: true, disabledAt: now, accessUntil: now }, now)).toBe('disabled')
})

describe('the matrix', () => {
  test.each([
    ['operations', 'yes yes yes yes'],
    ['sell', 'yes yes yes read'],
    ['refund', 'yes yes yes no'],
    ['capture', 'yes yes yes read'],
    ['settlements', 'yes yes yes no'],
    ['invoices', 'yes yes yes no'],
    ['reports', 'yes yes yes no'],
    ['campaigns', 'yes yes yes read'],
    ['audiences', 'yes yes no no'],
    ['preferences', 'yes yes yes read'],
    ['keys', 'yes yes no no'],
    ['bankAccount', 'yes read read no'],
    ['team', 'yes yes read no'],
    ['activity', 'yes yes no no'],
    ['company', 'yes no no no'],
    ['password', 'yes yes yes yes'],
  ] as const)('says of %s what docs/domain.md#roles-and-rights says', (right, reach) => {
    expect(roles.map((role) => reachOf(role, right)).join(' ')).toBe(reach)
  })

  test('has a line for each right', () => expect(teamRights).toHaveLength(16))

  test('leaves out no call but those of one’s own session, of looking around and of the first shop', () => {
    const all = withheldCalls(withholdable)
    const placed = new Set(teamRights.flatMap((right) => callsOfRight(right)))
    const apart = calls.filter((call) => Array.isArray(permissions[call]) && !placed.has(call) && !all.has(call))
    expect(apart.toSorted()).toEqual(
      `sessionActivity me goLive mePreferredMerchant languageChoose ownLimitsUpdate onboardingState onboardingType onboardingDocsSeen
        onboardingShop onboardingSubmit merchantCreate delegationList delegationCreate delegationRevoke
        notificationList notificationRead notificationStream noticeSettingsView noticeSettingsUpdate pushSubscribe pushUnsubscribe continuationCreate continuationTake inboxList
        inboxAssign inboxSnooze inboxCheck merchantList merchantDetail merchantConfiguration
        objectWhereabouts operationCounts operationTotals operationSelection operationBulkPreview callbackView callbackRetry noteList noteCreate noteDelete customerErasureView customerErase viewList viewCreate viewUpdate viewDelete customerMessageList operationRefundPreview operationCancelPreview planSimulator
        bankCheckState postcodes merchantAccount personalCopy ibanCertificate ibanExposure bank meStepUp meDeviceList meDeviceForget meDeviceForgetAll teamOwnerExitStop
        requestOutcome meSessionList meSessionEnd meSessionEndOthers emailChangeStart emailChangeCancel emailChangeValidate
        secondFactor authenticatorStart authenticatorConfirm authenticatorRemove passkeyStart passkeyAdd
        passkeyRemove recoveryCodesRenew refundRequestList accessOffer accessRequestCreate sandboxView sandboxClock
        handoverView handoverOffer handoverAccept handoverDecline handoverCancel tillPin`
        .split(/\s+/)
        .toSorted(),
    )
  })
})

test('a preset is never more than its role', () => {
  for (const preset of accessPresets) {
    const role: Access = {
      role: preset.role,
      shops: null,
      withheld: [],
      sandboxOnly: false,
      refundLimitCents: null,
      refundDayLimitCents: null,
    }
    expect(beyond({ ...preset, shops: null, sandboxOnly: false }, role)).toBeNull()
  }
})
