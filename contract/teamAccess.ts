import type { HeldThen } from '#domain/access/accessHistory'
import { madridDay, type LocalDate } from '#domain/platform/dates'
import { roles } from '#domain/access/roles'
import { refundLimitOf, type Access } from '#domain/access/team'
import { isAskable, teamRights, withholdable, type TeamRight, type WithheldRight } from '#domain/access/teamRights'
import { api, type CallName } from './index.ts'
import { may, mayWhenSandboxOnly, reachOf, withheldCalls } from './permissions.ts'

/** Whether an access holds all of a right. */
export const holdsRight = ({ role, withheld }: Pick<Access, 'role' | 'withheld'>, right: TeamRight): boolean =>
  reachOf(role, right) === 'yes' && !withheld.some((one) => one === right)

/** The right that a call acts by; null for calls that only look, and for those of no right. */
export function rightOfCall(call: CallName): TeamRight | null {
  const { policy } = api[call]
  return teamRights.find((right) => 'right' in policy && policy.right === right) ?? null
}

/**
 * The least access that holds a right beside everything held before; null when it is held already or cannot be asked for. Where only a higher role
 * has the right, whoever was a guest is left without everything else that can be withheld from that role.
 */
export function accessWith(held: Access, right: TeamRight): Access | null {
  if (holdsRight(held, right) || !isAskable(right)) return null
  if (reachOf(held.role, right) === 'yes') return { ...held, withheld: held.withheld.filter((one) => one !== right) }
  const role = roles.findLast((one) => reachOf(one, right) === 'yes') ?? 'owner'
  return { ...held, role, withheld: held.role === 'guest' ? withholdable.filter((one) => one !== right) : held.withheld }
}

/** Why somebody may not make a live key or webhook: they lack one of its rights, have limits of their own, or their access ends. */
type GrantProblem = 'keyRights' | 'keyLimits' | 'keyTemporary'

/**
 * Why somebody may not hand these rights to a program; null when they may. A key outlives the access of whoever made it and knows none of their
 * limits, so they hold every right of it, give money back without limits if it does, and have access without an end. Owners always may.
 */
export function handOutProblem(
  maker: Pick<Access, 'role' | 'withheld' | 'refundLimitCents' | 'refundDayLimitCents'> & { temporary: boolean },
  rights: readonly WithheldRight[],
): GrantProblem | null {
  if (maker.role === 'owner') return null
  if (rights.some((right) => !holdsRight(maker, right))) return 'keyRights'
  const limited = refundLimitOf(maker) !== null || maker.refundDayLimitCents !== null
  if (rights.includes('refund') && limited) return 'keyLimits'
  return maker.temporary ? 'keyTemporary' : null
}

/** Whether whoever held this could make a call, in a shop or (null) in none and its mode, at that moment. */
export function couldCall(
  { role, withheld, shops, sandboxOnly, disabled, removed, accessUntil }: HeldThen,
  call: CallName,
  shop: string | null,
  mode: 'live' | 'sandbox' | null,
  at: Date,
): boolean {
  if (disabled || removed || (accessUntil !== null && accessUntil < (madridDay(at) satisfies LocalDate))) return false
  if (shop !== null && shops !== null && !shops.includes(shop)) return false
  if (sandboxOnly && !mayWhenSandboxOnly(call, mode ?? 'live')) return false
  return may(role, call) && !withheldCalls(withheld).has(call)
}
