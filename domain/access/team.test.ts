import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roles } from './roles.ts'
import { accessPresets, presetOf, firstExcess, changeProblem, grantProblem, invitationMs, memberStatus, type Access } from './team.ts'
import { withholdable } from './teamRights.ts'

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
describe('a change', () => {
  const change = fc.record({
    giver: anyAccess,
    member: anyAccess,
    asked: fc.option(anyAccess),
    otherOwners: fc.integer({ min: 0, max: 2 }),
  })

  test('that is allowed never grants more than the giver holds, never affects somebody who holds more, and never removes the last owner', () => {
    fc.assert(
      fc.property(change, ({ giver, member, asked: requested, otherOwners }) => {
        const problem = changeProblem({
          giver: { ...giver, id: 'a' },
          member: { ...member, id: 'b' },
          requested,
          endsOn: null,
          otherOwners,
        })
        if (problem !== null) return
        expect(firstExcess(member, giver)).toBeNull()
        if (requested) expect(firstExcess(requested, giver)).toBeNull()
        if (member.role === 'owner' && otherOwners === 0) expect(requested?.role).toBe('owner')
      }),
    )
  })

  test('of oneself is always refused', () => {
    fc.assert(
      fc.property(change, ({ giver, asked: requested, otherOwners }) => {
        const own = { ...giver, id: 'a' }
        expect(changeProblem({ giver: own, member: own, requested, endsOn: null, otherOwners })).toBe('self')
      }),
    )
  })

  const whole: Access = { role: 'owner', shops: null, withheld: [], sandboxOnly: false, refundLimitCents: null, refundDayLimitCents: null }
  test('never demotes or removes the last owner, and gives owners no restriction', () => {
    const [giver, member] = [
      { ...whole, id: 'a' },
      { ...whole, id: 'b' },
    ]
    expect(changeProblem({ giver, member, requested: null, endsOn: null, otherOwners: 0 })).toBe('lastOwner')
    expect(changeProblem({ giver, member, requested: { ...whole, role: 'admin' }, endsOn: null, otherOwners: 0 })).toBe('lastOwner')
    expect(changeProblem({ giver, member, requested: null, endsOn: null, otherOwners: 1 })).toBeNull()
    expect(grantProblem(whole, { ...whole, refundLimitCents: 100 }, null)).toBe('ownerWhole')
    expect(grantProblem(whole, whole, '2027-01-01')).toBe('ownerWhole')
    expect(grantProblem(whole, { ...whole, sandboxOnly: true }, null)).toBe('ownerWhole')
  })
})

test('the status depends on the clock', () => {
  const now = new Date('2026-05-05T10:00:00Z')
  const base = { disabledAt: null, joined: false, invitedAt: new Date(now.getTime() - invitationMs + 1), accessUntil: null }
  expect(memberStatus(base, now)).toBe('invited')
  expect(memberStatus(base, new Date(now.getTime() + 1))).toBe('expired')
  expect(memberStatus({ ...base, joined: true }, now)).toBe('active')
  expect(memberStatus({ ...base, joined: true, accessUntil: now }, now)).toBe('expired')
  expect(memberStatus({ ...base, joined: true, accessUntil: new Date(now.getTime() + 1) }, now)).toBe('active')
  expect(memberStatus({ ...base, joined: true, disabledAt: now, accessUntil: now }, now)).toBe('disabled')
})

test('a preset never exceeds its role', () => {
  for (const preset of accessPresets) {
    const role: Access = {
      role: preset.role,
      shops: null,
      withheld: [],
      sandboxOnly: false,
      refundLimitCents: null,
      refundDayLimitCents: null,
    }
    expect(firstExcess({ ...preset, shops: null, sandboxOnly: false }, role)).toBeNull()
  }
})

test('an access is named after the preset that it equals, in whatever order its rights are withheld; an adjusted one after none', () => {
  for (const preset of accessPresets) {
    expect(presetOf({ ...preset, withheld: preset.withheld.toReversed() })).toBe(preset.name)
    expect(presetOf({ ...preset, withheld: preset.withheld.slice(1) })).toBeUndefined()
    expect(presetOf({ ...preset, refundLimitCents: 1 })).toBeUndefined()
    expect(presetOf({ ...preset, role: 'admin' })).toBeUndefined()
  }
})
