import { compactIban, ibanProblem } from '#domain/money/iban'
import { maxPagesOf } from '#domain/merchants/company/papers'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { withPreparation } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal, refuseFile } from '../../platform/calls/refusal.ts'
import { isUnknownBank } from '../places/bank.ts'
import { cleanName, keepUpload } from '../../platform/uploads/keepUpload.ts'
import type { Inspected } from '../../platform/uploads/inspectFile.ts'
import { inspectUpload } from '../../platform/uploads/inspectUpload.ts'
import { readChangedIban, isNewDevice, needsSecondOwner } from './changes.ts'

/**
 * Requests another bank account for a shop. It stays unconfirmed, and is not paid, until it is confirmed after step-up (`ibanConfirm`).
 * Refuses with ApiValidationException on the number, IbanUnchanged, IbanPendingReview, IbanChangeNotAllowed, FileNotAccepted, or
 * TooManyRequests.
 */
export const merchantIbanCreate = withPreparation<'merchantIbanCreate', Inspected>(
  async ({ services, scope, caller, body, file, now }) => {
    if (scope.mode !== 'live') throw new Refusal('IbanChangeNotAllowed', { why: 'sandbox' })
    checkNumber(body.iban)
    // Checked before the file is inspected, and again under the lock.
    await services.database.read(scope, async (db) => {
      await checkPresentAccount(db, scope, compactIban(body.iban))
      await needsSecondOwner(db, { ...caller, merchantId: scope.merchantId }, now)
    })
    return inspectUpload(services, file.bytes, maxPagesOf('bank_account_certificate')).catch(refuseFile)
  },
  async ({ db, scope, caller, body, file, now, audit }, inspected) => {
    const iban = compactIban(body.iban)
    await db.run(sql`select from merchants where id = ${scope.merchantId} for no key update`)
    const previousId = await checkPresentAccount(db, scope, iban)
    const { accountId, userId, sessionId } = caller
    const fileName = cleanName(file.name, inspected.kind, text('mail.iban.certificate'))
    const uploadId = await keepUpload(db, { accountId, userId, purpose: 'iban_certificate', fileName, now, ...inspected }).catch(refuseFile)
    const newDevice = await isNewDevice(db, { sessionId, now })
    const id = newId(now)
    await db.run(sql`insert into bank_accounts (id, account_id, merchant_id, iban, holder_name, state, upload_id, previous_id, requested_by, session_id, user_agent, new_device, created_at)
      select ${id}::uuid, ${accountId}::uuid, ${scope.merchantId}::uuid, ${iban}, coalesce((select e.name from enterprises e where e.account_id = ${accountId}),
        (select p.first_name || ' ' || p.last_name from profiles p where p.account_id = ${accountId}), ''), 'unconfirmed', ${uploadId}::uuid, ${previousId}::uuid,
        ${userId}::uuid, ${sessionId}::uuid, coalesce((select s.user_agent from sessions s where s.id = ${sessionId}), ''), ${newDevice}, ${now}`)
    audit({ entity: 'bank_account', entityId: id, after: { state: 'unconfirmed', last4: iban.slice(-4), newDevice } })
    return readChangedIban(db, id, caller)
  },
)

function checkNumber(iban: string): void {
  const code = ibanProblem(iban) ?? (isUnknownBank(iban) ? 'bank' : null)
  if (code !== null)
    throw new Refusal('ApiValidationException', { fields: [{ name: 'iban', code, message: text(`errors.field.iban_${code}`) }] })
}

/** Refuses the present account, and a second pending change; returns the present account's id. */
async function checkPresentAccount(db: Connection, { merchantId }: Scope, iban: string): Promise<string | null> {
  const row = await db.first<{ id: string | null; same: boolean; pending: boolean }>(sql`
    select b.id, coalesce(b.iban = ${iban}, false) as same,
      exists (select from bank_accounts c where c.merchant_id = m.id and c.state in ('unconfirmed', 'pending_review', 'cooling')) as pending
    from merchants m left join bank_accounts b on b.id = m.bank_account_id where m.id = ${merchantId}`)
  if (row?.same) throw new Refusal('IbanUnchanged')
  if (row?.pending) throw new Refusal('IbanPendingReview')
  return row?.id ?? null
}
