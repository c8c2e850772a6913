import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { bookDeclines, type DeclinedInstalment } from './bookCollections.ts'
import { lockInstalments } from './lockInstalments.ts'
import { openCharges, type Cardless } from './openCharges.ts'
import { askCharges, settleCharges } from './settleCharges.ts'

/**
 * Collects due instalments from the cards on file, in three steps: the charge is recorded, the card is charged outside any transaction, the outcome is
 * booked. After an interruption at any point, a retry finds the charge or repeats it with the same idempotency key, and books it once. Returns the
 * operations that were written to; throws when a card provider could not be reached, after booking the others.
 */
export async function collectInstalments(services: Services, scope: Scope, operationIds: readonly string[]): Promise<string[]> {
  const now = services.now()
  const { charges, cardless } = await services.database.write(scope, async (db) => {
    const opened = await openCharges(db, scope, { operationIds, now })
    if (opened.cardless.length > 0) await bookCardless(db, scope, opened.cardless, now)
    return opened
  })
  const { answered, failure } = await askCharges(services, scope, charges)
  const { done } = await settleCharges(services, scope, answered)
  if (failure !== undefined) throw failure
  return [...cardless.map(({ operationId }) => operationId), ...done]
}

async function bookCardless(db: Connection, scope: Scope, cardless: readonly Cardless[], now: Date): Promise<void> {
  const due = await lockInstalments(db, scope, cardless)
  await bookDeclines(
    db,
    scope,
    [...due.values()].map((one): DeclinedInstalment => ({ ...one, event: 'card_missing' })),
    now,
  )
}
