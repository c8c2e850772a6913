import type { HeldThen } from '#domain/access/accessHistory'
import { madridDay, type LocalDate } from '#domain/platform/dates'
import { roles } from '#domain/access/roles'
import { refundLimitOf, type Access } from '#domain/access/team'
import { isAskable, teamRights, withholdable, type TeamRight, type WithheldRight } from '#domain/access/teamRights'
import { api, type CallName } from './index.ts'
import { may, mayWhenSandboxOnly, reachOf, withheldCalls } from './permissions.ts'

/** Whether an access includes a right completely. */
export const holdsRight = ({ role, withheld }: Pick<Access, 'role' | 'withheld'>, right: TeamRight): boolean =>
  reachOf(role, right) === 'yes' && !withheld.some((one) => one === right)

/** The right that a write belongs to; null for read-only calls and calls without a right. */
export function rightOfCall(call: CallName): TeamRight | null {
  const { policy } = api[call]
  return teamRights.find((right) => 'right' in policy && policy.right === right) ?? null
}

/**
 * The least access that adds a right to the current ones; null when it is included already or cannot be requested. If only a higher role has the right, a
 * guest gets that role with all of its other withholdable rights withheld.
 */
export function accessWith(held: Access, right: TeamRight): Access | null {
  if (holdsRight(held, right) || !isAskable(right)) return null
  if (reachOf(held.role, right) === 'yes') return { ...held, withheld: held.withheld.filter((one) => one !== right) }
  const role = roles.findLast((one) => reachOf(one, right) === 'yes') ?? 'owner'
  return { ...held, role, withheld: held.role === 'guest' ? withholdable.filter((one) => one !== right) : held.withheld }
}

/** Why a member may not create a live key or webhook: they lack one of its rights, have own refund limits, or temporary access. */
type GrantProblem = 'keyRights' | 'keyLimits' | 'keyTemporary'

/**
 * Why a member may not grant these rights to a program; null when they may. A key outlives its creator's access and does not have their limits, so the
 * creator must have every right of the key, no refund limits if it can refund, and permanent access. Owners always may.
 */
export function grantProblem(
  maker: Pick<Access, 'role' | 'withheld' | 'refundLimitCents' | 'refundDayLimitCents'> & { temporary: boolean },
  rights: readonly WithheldRight[],
): GrantProblem | null {
  if (maker.role === 'owner') return null
  if (rights.some((right) => !holdsRight(maker, right))) return 'keyRights'
  const limited = refundLimitOf(maker) !== null || maker.refundDayLimitCents !== null
  if (rights.includes('refund') && limited) return 'keyLimits'
  return maker.temporary ? 'keyTemporary' : null
}

/** Whether a member with this access could make a call at that moment, in a shop and mode, or (null) in none. */
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
