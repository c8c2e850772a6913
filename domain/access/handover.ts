import type { Role } from './roles.ts'

/** An offer of the ownership waits a week for the other side (docs/domain.md#team). */
export const handoverOfferMs = 7 * 86_400_000
/** From both sides' consent to the change, in which any owner can stop it: as long as a new bank account cools off. */
export const handoverCoolingMs = 72 * 3_600_000
/** The same where less than a week before e-mail, password or second factor of either side changed, an owner went, or the new owner came. */
export const handoverLateCoolingMs = 7 * 86_400_000

type Side = {
  id: string
  role: Role
  /** Has joined, is not disabled and has not left. */
  active: boolean
  /** Access that ends by itself. */
  temporary: boolean
  /** Test mode is all that they enter. */
  sandboxOnly: boolean
}

/** Why the ownership may not go from one person to another. */
export type HandoverProblem = 'self' | 'notOwner' | 'already' | 'inactive' | 'temporary' | 'sandboxOnly'

/** What stands against a handover, when it is offered, accepted and done alike; null: nothing. */
export function handoverProblem(from: Side, to: Side): HandoverProblem | null {
  if (from.id === to.id) return 'self'
  if (from.role !== 'owner' || !from.active) return 'notOwner'
  if (to.role === 'owner') return 'already'
  if (!to.active) return 'inactive'
  if (to.temporary) return 'temporary'
  return to.sandboxOnly ? 'sandboxOnly' : null
}

/** When a handover takes effect. `changedAt`: when a way to enter of either side last changed. */
export function handoverEffectiveAt(acceptedAt: Date, changedAt: Date | null): Date {
  const late = changedAt !== null && changedAt.getTime() > acceptedAt.getTime() - handoverLateCoolingMs
  return new Date(acceptedAt.getTime() + (late ? handoverLateCoolingMs : handoverCoolingMs))
}
