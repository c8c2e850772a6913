import { editorRefundLimitCents, roles, type Role } from './roles.ts'
import type { WithheldRight } from './teamRights.ts'

/** A person's access to an account. */
export type Access = {
  role: Role
  /** Ids of the shops that they may enter; null: all of the account. */
  shops: readonly string[] | null
  withheld: readonly WithheldRight[]
  /** A sandbox-only member (`contract/platform/policy.ts`). */
  sandboxOnly: boolean
  /** The limit of one refund, in cents; null: the role's. */
  refundLimitCents: number | null
  /** The limit of all refunds of one Madrid day, in cents; null: none. */
  refundDayLimitCents: number | null
}

/** A member's status (docs/domain.md#team). `expired`: the invitation or the access has expired. */
type MemberStatus = 'invited' | 'active' | 'disabled' | 'expired'

/** A request for a right waits a week. */
export const accessRequestMs = 7 * 86_400_000

/** An invitation is valid for 72 hours (docs/domain.md#accounts-and-passwords). */
export const invitationMs = 72 * 3_600_000

type MemberDates = { disabledAt: Date | null; joined: boolean; invitedAt: Date | null; accessUntil: Date | null }

/** The status at `now`. `accessUntil` is the first instant without access. */
export function memberStatus({ disabledAt, joined, invitedAt, accessUntil }: MemberDates, now: Date): MemberStatus {
  if (disabledAt !== null) return 'disabled'
  if (accessUntil !== null && accessUntil <= now) return 'expired'
  if (joined) return 'active'
  return invitedAt !== null && invitedAt.getTime() + invitationMs > now.getTime() ? 'invited' : 'expired'
}

/** The limit of one refund, in cents; null: none. A personal limit never exceeds the role's. */
export function refundLimitOf({ role, refundLimitCents }: Pick<Access, 'role' | 'refundLimitCents'>): number | null {
  const byRole = role === 'editor' ? editorRefundLimitCents : null
  if (byRole === null || refundLimitCents === null) return refundLimitCents ?? byRole
  return Math.min(byRole, refundLimitCents)
}

const rank = (role: Role): number => roles.indexOf(role)
const limitWithin = (inner: number | null, outer: number | null): boolean => outer === null || (inner !== null && inner <= outer)
const mayRefund = ({ role, withheld }: Access): boolean => role !== 'guest' && !withheld.includes('refund')

/** The first part of `inner` that `outer` does not hold; null when it holds all. */
export function firstExcess(inner: Access, outer: Access): 'role' | 'sandbox' | 'shops' | 'rights' | 'limits' | null {
  if (rank(inner.role) < rank(outer.role)) return 'role'
  if (outer.sandboxOnly && !inner.sandboxOnly) return 'sandbox'
  if (outer.shops !== null && (inner.shops === null || inner.shops.some((shop) => !outer.shops?.includes(shop)))) return 'shops'
  // A guest has no right that can be withheld.
  if (inner.role !== 'guest' && outer.withheld.some((right) => !inner.withheld.includes(right))) return 'rights'
  if (!mayRefund(inner)) return null
  const within =
    limitWithin(refundLimitOf(inner), refundLimitOf(outer)) && limitWithin(inner.refundDayLimitCents, outer.refundDayLimitCents)
  return within ? null : 'limits'
}

/** Why a change of the team is refused; each has a message. */
export type TeamProblem = 'self' | 'above' | 'role' | 'sandbox' | 'shops' | 'rights' | 'limits' | 'ownerWhole' | 'lastOwner'

/** Why an access may not be granted; null when it may: nobody grants what they do not hold, and an owner has no restriction. */
export function grantProblem(giver: Access, requested: Access, endsOn: string | null): TeamProblem | null {
  const unlimited = requested.refundLimitCents === null && requested.refundDayLimitCents === null
  const whole = requested.shops === null && requested.withheld.length === 0 && !requested.sandboxOnly && unlimited
  return firstExcess(requested, giver) ?? (requested.role === 'owner' && (!whole || endsOn !== null) ? 'ownerWhole' : null)
}

type TeamChange = {
  giver: Access & { id: string }
  member: Access & { id: string }
  /** The person's new access; null: they leave or are disabled. */
  requested: Access | null
  endsOn: string | null
  /** Active owners of the account other than this person. */
  otherOwners: number
}

/**
 * Why a change of somebody's access is refused; null when allowed. Nobody changes themselves or anybody who holds more, and the last owner
 * stays (docs/domain.md#team).
 */
export function changeProblem({ giver, member, requested, endsOn, otherOwners }: TeamChange): TeamProblem | null {
  if (giver.id === member.id) return 'self'
  if (firstExcess(member, giver) !== null) return 'above'
  if (member.role === 'owner' && otherOwners === 0 && requested?.role !== 'owner') return 'lastOwner'
  return requested === null ? null : grantProblem(giver, requested, endsOn)
}

/** A role with withheld rights or limits, named after a job; never more than the role. */
export type AccessPreset = Omit<Access, 'shops' | 'sandboxOnly'> & { name: 'cashier' | 'accountant' }

export const accessPresets: readonly AccessPreset[] = [
  {
    name: 'cashier',
    role: 'editor',
    withheld: ['settlements', 'invoices', 'reports', 'campaigns'],
    refundLimitCents: 15_000,
    refundDayLimitCents: 15_000,
  },
  {
    name: 'accountant',
    role: 'editor',
    withheld: ['sell', 'refund', 'capture', 'campaigns'],
    refundLimitCents: null,
    refundDayLimitCents: null,
  },
]

/** The preset that an access equals; none if it was adjusted. */
export const presetOf = ({
  role,
  withheld,
  refundLimitCents,
  refundDayLimitCents,
}: Omit<AccessPreset, 'name' | 'withheld'> & { withheld: readonly string[] }): AccessPreset['name'] | undefined =>
  accessPresets.find(
    (one) =>
      one.role === role &&
      one.withheld.length === withheld.length &&
      one.withheld.every((right) => withheld.includes(right)) &&
      one.refundLimitCents === refundLimitCents &&
      one.refundDayLimitCents === refundDayLimitCents,
  )?.name
