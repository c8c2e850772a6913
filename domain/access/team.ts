import { editorRefundLimitCents, roles, type Role } from './roles.ts'
import type { WithheldRight } from './teamRights.ts'

/** What one person of an account holds. */
export type Access = {
  role: Role
  /** Ids of the shops that they may enter; null: all of the account. */
  shops: readonly string[] | null
  withheld: readonly WithheldRight[]
  /** Test mode is all that they enter (`contract/platform/policy.ts`). */
  sandboxOnly: boolean
  /** The most of one refund, in cents; null: as the role. */
  refundLimitCents: number | null
  /** The most of all refunds of one Madrid day, in cents; null: no such limit. */
  refundDayLimitCents: number | null
}

/** How somebody of the team stands (docs/domain.md#team). `expired`: the invitation or the access has run out. */
type MemberStatus = 'invited' | 'active' | 'disabled' | 'expired'

/** A request for a right waits a week. */
export const accessRequestMs = 7 * 86_400_000

/** An invitation lives 72 hours (docs/domain.md#accounts-and-passwords). */
export const invitationMs = 72 * 3_600_000

type Standing = { disabledAt: Date | null; hasPassword: boolean; invitedAt: Date | null; accessUntil: Date | null }

/** The status by the clock. `accessUntil` is the first instant without access. */
export function memberStatus({ disabledAt, hasPassword, invitedAt, accessUntil }: Standing, now: Date): MemberStatus {
  if (disabledAt !== null) return 'disabled'
  if (accessUntil !== null && accessUntil <= now) return 'expired'
  if (hasPassword) return 'active'
  return invitedAt !== null && invitedAt.getTime() + invitationMs > now.getTime() ? 'invited' : 'expired'
}

/** The most that somebody may refund at once, in cents; null: no limit. A limit of one's own never goes beyond the role's. */
export function refundLimitOf({ role, refundLimitCents }: Pick<Access, 'role' | 'refundLimitCents'>): number | null {
  const byRole = role === 'editor' ? editorRefundLimitCents : null
  if (byRole === null || refundLimitCents === null) return refundLimitCents ?? byRole
  return Math.min(byRole, refundLimitCents)
}

const rank = (role: Role): number => roles.indexOf(role)
const limitWithin = (inner: number | null, outer: number | null): boolean => outer === null || (inner !== null && inner <= outer)
const mayRefund = ({ role, withheld }: Access): boolean => role !== 'guest' && !withheld.includes('refund')

/** The first part of an access that another does not hold; null when the other holds it all. */
export function beyond(inner: Access, outer: Access): 'role' | 'sandbox' | 'shops' | 'rights' | 'limits' | null {
  if (rank(inner.role) < rank(outer.role)) return 'role'
  if (outer.sandboxOnly && !inner.sandboxOnly) return 'sandbox'
  if (outer.shops !== null && (inner.shops === null || inner.shops.some((shop) => !outer.shops?.includes(shop)))) return 'shops'
  // A guest has none of what can be withheld.
  if (inner.role !== 'guest' && outer.withheld.some((right) => !inner.withheld.includes(right))) return 'rights'
  if (!mayRefund(inner)) return null
  const within =
    limitWithin(refundLimitOf(inner), refundLimitOf(outer)) && limitWithin(inner.refundDayLimitCents, outer.refundDayLimitCents)
  return within ? null : 'limits'
}

/** Why a change of the team is refused; each has its sentence. */
export type TeamProblem = 'self' | 'above' | 'role' | 'sandbox' | 'shops' | 'rights' | 'limits' | 'ownerWhole' | 'lastOwner'

/** Why an access may not be given; null when it may: nobody gives what they do not hold, and an owner has no limits. */
export function grantProblem(giver: Access, asked: Access, endsOn: string | null): TeamProblem | null {
  const unlimited = asked.refundLimitCents === null && asked.refundDayLimitCents === null
  const whole = asked.shops === null && asked.withheld.length === 0 && !asked.sandboxOnly && unlimited
  return beyond(asked, giver) ?? (asked.role === 'owner' && (!whole || endsOn !== null) ? 'ownerWhole' : null)
}

type TeamChange = {
  giver: Access & { id: string }
  member: Access & { id: string }
  /** What the person would hold; null: they leave or are disabled. */
  asked: Access | null
  endsOn: string | null
  /** Active owners of the account beside this person. */
  otherOwners: number
}

/**
 * Why somebody's access may not be changed so; null when it may. Nobody changes themselves, nobody touches whoever holds more, and the last owner
 * stays (docs/domain.md#team).
 */
export function changeProblem({ giver, member, asked, endsOn, otherOwners }: TeamChange): TeamProblem | null {
  if (giver.id === member.id) return 'self'
  if (beyond(member, giver) !== null) return 'above'
  if (member.role === 'owner' && otherOwners === 0 && asked?.role !== 'owner') return 'lastOwner'
  return asked === null ? null : grantProblem(giver, asked, endsOn)
}

/** A role minus rights or plus limits, under the name of a post; never more than the role. */
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
