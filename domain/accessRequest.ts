import { roles } from './roles.ts'
import type { Access } from './team.ts'
import { callsOfRight, lookingCalls, reachOf, teamRights, withholdable, type TeamRight } from './teamRights.ts'

/** A request for a right waits a week. */
export const accessRequestMs = 7 * 86_400_000

/** Rights that somebody can be given on request: what is the owner's alone is handed over, not asked for. */
export const askableRights: readonly TeamRight[] = teamRights.filter((right) => reachOf('admin', right) === 'yes')

/** Whether an access holds all of a right. */
export const holdsRight = ({ role, withheld }: Pick<Access, 'role' | 'withheld'>, right: TeamRight): boolean =>
  reachOf(role, right) === 'yes' && !withheld.some((one) => one === right)

/** The right that a call acts by; null for calls that only look, and for those of no right. */
export const rightOfCall = (call: string): TeamRight | null =>
  teamRights.find((right) => callsOfRight(right).some((one) => one === call) && !lookingCalls(right).some((one) => one === call)) ?? null

/**
 * The least access that holds a right beside everything held before; null when it is held already or cannot be asked for. Where only a higher role
 * has the right, whoever was a guest is left without everything else that can be withheld from that role.
 */
export function accessWith(held: Access, right: TeamRight): Access | null {
  if (holdsRight(held, right) || !askableRights.includes(right)) return null
  if (reachOf(held.role, right) === 'yes') return { ...held, withheld: held.withheld.filter((one) => one !== right) }
  const role = roles.findLast((one) => reachOf(one, right) === 'yes') ?? 'owner'
  return { ...held, role, withheld: held.role === 'guest' ? withholdable.filter((one) => one !== right) : held.withheld }
}
