import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { changed, lockChange } from './lockChange.ts'
import { stopChange } from './stopChange.ts'

/** Any owner stops a change, until the moment that it is paid. Refuses with IbanChangeNotAllowed afterwards. */
export const ibanCancel: Handler<'ibanCancel'> = async ({ db, scope, caller, params, now, audit }) => {
  const change = await lockChange(db, scope, caller, params.ibanId)
  if (!['unconfirmed', 'pending_review', 'cooling'].includes(change.state)) throw new Refusal('IbanChangeNotAllowed')
  await stopChange(db, change, { state: 'cancelled', now })
  audit({ entity: 'bank_account', entityId: change.id, before: { state: change.state }, after: { state: 'cancelled' } })
  return changed(db, change.id, caller)
}
