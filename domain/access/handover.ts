import type { Role } from './roles.ts'

/** An offer of ownership waits a week for an answer (docs/domain.md#team). */
export const handoverOfferMs = 7 * 86_400_000
/** From acceptance to effect, during which any owner can stop it: as long as the cooling-off of a new bank account. */
export const handoverCoolingMs = 72 * 3_600_000
/** The same when less than a week earlier e-mail, password or second factor of either person changed, an owner left, or the new owner joined. */
export const handoverLongCoolingMs = 7 * 86_400_000

type Side = {
  id: string
  role: Role
  /** Has joined, is not disabled and has not left. */
  active: boolean
  /** Access that ends by itself. */
  temporary: boolean
  /** A sandbox-only member. */
  sandboxOnly: boolean
}

/** Why ownership may not be handed over. */
export type HandoverProblem = 'self' | 'notOwner' | 'already' | 'inactive' | 'temporary' | 'sandboxOnly'

/** Why a handover is not possible, checked when it is offered, accepted and completed; null when it is. */
export function handoverProblem(from: Side, to: Side): HandoverProblem | null {
  if (from.id === to.id) return 'self'
  if (from.role !== 'owner' || !from.active) return 'notOwner'
  if (to.role === 'owner') return 'already'
  if (!to.active) return 'inactive'
  if (to.temporary) return 'temporary'
  return to.sandboxOnly ? 'sandboxOnly' : null
}

/** When a handover takes effect. `changedAt`: when the credentials of either person last changed. */
export function handoverEffectiveAt(acceptedAt: Date, changedAt: Date | null): Date {
  const late = changedAt !== null && changedAt.getTime() > acceptedAt.getTime() - handoverLongCoolingMs
  return new Date(acceptedAt.getTime() + (late ? handoverLongCoolingMs : handoverCoolingMs))
}
