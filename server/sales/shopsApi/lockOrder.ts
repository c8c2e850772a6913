import { remainingCaptureCents, remainingCents } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { readStanding, type Standing } from '../operation/standing.ts'
import { findOperation } from '../operation/findOperation.ts'

/** The operation that is meant, kept from being changed by others until the transaction ends. Refuses with ObjectNotFoundException. */
export async function lockOrder(db: Connection, scope: Scope, ref: string): Promise<Standing> {
  return readStanding(db, scope, await findOperation(db, scope, ref), true)
}

/** Whether nothing was captured yet of an operation that is to be: what is given back of it is taken back before. */
export const awaitsCapture = ({ facts }: Standing): boolean => facts.statusReason === 'capture_required' && facts.capturedCents === 0

/** What can still be given back, in cents: of what was captured, or of what is going to be. */
export const refundableCents = (standing: Standing): number =>
  awaitsCapture(standing) ? remainingCaptureCents(standing.facts) : remainingCents(standing.facts)
