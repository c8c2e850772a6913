import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { requireStepUp } from '../http/requireStepUp.ts'
import { changed, lockChange } from './lockChange.ts'
import { tellPeople } from './tellPeople.ts'
import { writeLetters } from './writeLetters.ts'

/**
 * Whoever asked for a change confirms it with a fresh password: from now on it waits for the provider, and for another owner where there is one;
 * everybody concerned is told at once. Refuses with StepUpRequired or IbanChangeNotAllowed.
 */
export const confirm: Handler<'ibanConfirm'> = async ({ db, scope, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  const change = await lockChange(db, scope, caller, params.ibanId)
  if (change.requested_by !== caller.userId) throw new Refusal('IbanChangeNotAllowed', { why: 'other' })
  if (change.state !== 'unconfirmed') throw new Refusal('IbanChangeNotAllowed')
  const row = await db.first<{ needs_second_owner: boolean }>(sql`
    update bank_accounts b set state = 'pending_review', confirmed_at = ${now}, needs_second_owner = exists (
      select from users u where u.account_id = b.account_id and u.role = 'owner' and u.id <> b.requested_by and u.disabled_at is null and u.password_hash is not null
        and (not exists (select from user_merchants where user_id = u.id) or exists (select from user_merchants um where um.user_id = u.id and um.merchant_id = b.merchant_id)))
    where b.id = ${change.id} returning b.needs_second_owner`)
  writeLetters(db, change.id, 'requested', now)
  tellPeople(db, change, 'iban_requested', now)
  audit({
    entity: 'bank_account',
    entityId: change.id,
    before: { state: change.state },
    after: { state: 'pending_review', needsSecondOwner: row?.needs_second_owner },
  })
  return changed(db, change.id, caller)
}
