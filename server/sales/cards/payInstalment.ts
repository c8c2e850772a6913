import type { CardAnswer } from '../../money/payments/cardProvider.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { openCharges } from './openCharges.ts'
import { askCharges, settleCharges } from './settleCharges.ts'

/** Charges the due instalment of an operation to its card with the customer present, and books the answer. Null: nothing is due. */
export async function payInstalment(
  services: Services,
  scope: Scope,
  { operationId, returnUrl }: { operationId: string; returnUrl: string },
): Promise<CardAnswer | null> {
  const { charges } = await services.database.write(scope, (db) =>
    openCharges(db, scope, { operationIds: [operationId], returnUrl, now: services.now() }),
  )
  const { answered, failure } = await askCharges(services, scope, charges)
  if (failure !== undefined) throw failure
  await settleCharges(services, scope, answered)
  return answered[0]?.answer ?? null
}
