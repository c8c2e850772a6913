import type { Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { newId } from '../../platform/database/newId.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { takeReference } from '../payments/bankReferences.ts'
import { cancelDebit, endMandate, lockDebits } from './debits.ts'
import { debtOf, readOffer } from './debt.ts'
import { readMandate } from './readMandate.ts'
import { notifyDebtor } from './notifyDebtor.ts'
import { hexOf } from '../../platform/calls/wire.ts'

/** An owner revokes the mandate, which cancels an announced debit. Without step-up authentication, because revoking moves no money. */
export const mandateRevoke: Handler<'mandateRevoke'> = async ({ db, scope, body, services, now, audit }) => {
  const id = idFrom(body.mandate)
  await lockDebits(db, scope)
  const mandate = await db.first<{ ended_at: Date | null }>(sql`select d.ended_at from debit_mandates d
      where ${inScope(scope, 'd')} and d.id = ${id} for update`)
  if (!mandate) throw notFound(body.mandate)
  if (mandate.ended_at === null) await endMandate(db, scope, id, 'revoked', now)
  audit({ entity: 'debit_mandate', entityId: id, before: { endedAt: mandate.ended_at }, after: { state: 'revoked' } })
  return debtOf(db, scope, services, now)
}

/**
 * An owner signs a mandate for debits from the account that the shop is paid to, after step-up authentication; the text that was shown is stored word for
 * word. Refuses with StepUpRequired, or MandateNotAllowed: test mode, an account other than the one shown, an active mandate, or a provider that does
 * not charge.
 */
export const mandateSign: Handler<'mandateSign'> = async ({ db, scope, caller, body, services, now, audit }) => {
  const { merchantId, mode } = scope
  if (mode !== 'live') throw new Refusal('MandateNotAllowed', { why: 'test' })
  await requireStepUp(db, caller, now)
  await lockDebits(db, scope)
  // Serialises concurrent signatures and changes of account.
  await db.run(sql`select from merchants m where m.id = ${merchantId} for update`)
  const [offer, last] = await Promise.all([readOffer(db, scope, services), readMandate(db, scope)])
  if (typeof offer === 'string') throw new Refusal('MandateNotAllowed', { why: 'offered' })
  if (offer.accountId !== body.account) throw new Refusal('MandateNotAllowed', { why: 'account' })
  if (last?.state === 'standing') throw new Refusal('MandateNotAllowed', { why: 'standing' })
  const id = newId(now)
  const reference = `MAN-${now.getUTCFullYear()}-${hexOf(id).slice(-12).toUpperCase()}`
  const { iban, debtorName, creditor, wording } = offer
  // A debit announced on the previous mandate is not charged.
  await cancelDebit(db, scope, now)
  await db.run(
    sql`update debit_mandates d set ended_at = ${now}, ended_why = 'account' where ${inScope(scope, 'd')} and d.ended_at is null`,
  )
  await db.run(sql`insert into debit_mandates (merchant_id, mode, id, reference, bank_account_id, iban, debtor_name, creditor_id, creditor_name, creditor_address, place, wording, signed_at, signed_by,
      signer_name)
    select ${merchantId}, ${mode}, ${id}, ${reference}, m.bank_account_id, ${iban}, ${debtorName}, ${creditor.id}, ${creditor.name}, ${creditor.address}, ${body.place}, ${wording}, ${now}, u.id,
      concat_ws(' ', u.first_name, u.last_name)
    from merchants m, users u where m.id = ${merchantId} and u.id = ${caller.userId}`)
  await takeReference(db, scope, 'mandate', reference)
  await db.run(
    sql`insert into debit_runs (merchant_id, look_at) values (${merchantId}, ${now}) on conflict (merchant_id) do update set look_at = excluded.look_at`,
  )
  notifyDebtor(db, scope, { type: 'mandate_signed', values: { reference } }, now)
  audit({
    entity: 'debit_mandate',
    entityId: id,
    after: { reference, creditor: creditor.id, place: body.place, ibanLast4: iban.slice(-4) },
  })
  return debtOf(db, scope, services, now)
}
