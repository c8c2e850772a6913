import { localDate, madridDay } from '#domain/dates'
import { chargeableCents, chargeDay } from '#domain/directDebit'
import { cents, ZERO } from '#domain/money'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { cancelDebit } from './cancelDebit.ts'
import type { FiledDebit } from './debitFile.ts'
import { readMandate } from './readMandate.ts'
import { readStanding } from './readStanding.ts'

type Row = { reference: string; mandate_id: string; state: string; announced_cents: bigint; charged_cents: bigint | null; due_on: string }

/**
 * Makes an announced debit ready for the bank: what is charged is what is owed at this moment, and never more than was announced; where nothing is, or
 * the mandate fell, it is cancelled. One that was sent before goes again as it was: nobody knows whether the bank heard. Null: nothing to send.
 */
export async function handIn(db: Connection, scope: Scope, id: string, now: Date): Promise<FiledDebit | null> {
  const { merchantId, mode } = scope
  // No settlement may take from the debt in between.
  await db.run(sql`select from settlement_turns t where t.merchant_id = ${merchantId} and t.mode = ${mode} for update`)
  const row = await db.first<Row>(sql`select d.reference, d.mandate_id, d.state, d.announced_cents, d.charged_cents, d.due_on from debits d
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id} and d.state in ('notified', 'sent') for update`)
  const mandate = row && (await readMandate(db, scope, row.mandate_id))
  if (!row || !mandate) return null
  const charge = row.charged_cents === null ? await chargeOf(db, scope, row, now) : cents(row.charged_cents)
  if (charge === ZERO || (row.state === 'notified' && mandate.state !== 'standing')) {
    await cancelDebit(db, scope, now)
    return null
  }
  const chargeOn = chargeDay(localDate(row.due_on), madridDay(now))
  await db.run(sql`update debits d set state = 'sent', charged_cents = ${charge}, due_on = ${chargeOn}, sent_at = coalesce(d.sent_at, ${now})
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id}`)
  return {
    endToEndId: row.reference,
    amountCents: charge,
    iban: mandate.iban,
    debtorName: mandate.debtor_name,
    chargeOn,
    mandate: { reference: mandate.reference, signedOn: madridDay(mandate.signed_at) },
    creditor: { id: mandate.creditor_id, name: mandate.creditor_name },
  }
}

async function chargeOf(db: Connection, scope: Scope, { announced_cents }: Row, now: Date) {
  const { owed } = await readStanding(db, scope, now)
  return chargeableCents(cents(announced_cents), owed)
}
