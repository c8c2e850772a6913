import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { changed, lockChange } from './lockChange.ts'
import { needsSecondOwner } from './secondOwner.ts'
import { tellPeople } from './tellPeople.ts'
import { writeIbanEmails } from './writeIbanEmails.ts'

/**
 * Whoever asked for a change confirms it with a fresh password: from now on it waits for the provider, and for another owner where there is one;
 * everybody concerned is told at once. Refuses with StepUpRequired or IbanChangeNotAllowed.
 */
export const ibanConfirm: Handler<'ibanConfirm'> = async ({ db, scope, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const change = await lockChange(db, scope, caller, params.ibanId)
  if (change.requested_by !== caller.userId) throw new Refusal('IbanChangeNotAllowed', { why: 'other' })
  if (change.state !== 'unconfirmed') throw new Refusal('IbanChangeNotAllowed')
  const place = { accountId: caller.accountId, merchantId: scope.merchantId, userId: caller.userId }
  const needsOther = await needsSecondOwner(db, place, now)
  await db.run(
    sql`update bank_accounts b set state = 'pending_review', confirmed_at = ${now}, needs_second_owner = ${needsOther} where b.id = ${change.id}`,
  )
  writeIbanEmails(db, change.id, 'requested', now)
  tellPeople(db, change, 'iban_requested', now)
  audit({
    entity: 'bank_account',
    entityId: change.id,
    before: { state: change.state },
    after: { state: 'pending_review', needsSecondOwner: needsOther },
  })
  return changed(db, change.id, caller)
}
