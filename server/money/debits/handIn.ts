import { madridDay } from '#domain/platform/dates'
import { chargeableCents, chargeDay, debitDay, isInTime } from '#domain/money/directDebit'
import { cents, ZERO, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { cancelDebit } from './cancelDebit.ts'
import type { FiledDebit } from './debitFile.ts'
import { lockDebt } from './lockDebt.ts'
import { readMandate } from './readMandate.ts'
import { readStanding } from './readStanding.ts'

/** What goes to the bank, null: nothing; `isAsBefore`: a file that held it already would hold the same. */
export type HandedIn = { debit: FiledDebit | null; isAsBefore: boolean }

type Row = {
  reference: string
  mandate_id: string
  state: 'notified' | 'sent'
  debt_since: string
  announced_at: Date
  announced_cents: bigint
  charged_cents: bigint | null
  due_on: string
}

/**
 * Makes a debit ready of which the bank has said that it does not have it. What is charged is what is owed at this moment, and never more than was announced;
 * where nothing is, the mandate fell or the announced day is long past, it is cancelled, and announced anew if need be. The same for one that was sent
 * before, because what held then may not hold any more.
 */
export async function handIn(db: Connection, scope: Scope, id: string, now: Date): Promise<HandedIn> {
  const { merchantId, mode } = scope
  await lockDebt(db, scope)
  const row =
    await db.first<Row>(sql`select d.reference, d.mandate_id, d.state, d.debt_since, d.announced_at, d.announced_cents, d.charged_cents, d.due_on from debits d
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id} and d.state in ('notified', 'sent') for update`)
  const mandate = row && (await readMandate(db, scope, row.mandate_id))
  if (!row || !mandate) return { debit: null, isAsBefore: false }
  const announcedOn = debitDay(madridDay(row.announced_at))
  const chargeOn = chargeDay(announcedOn, madridDay(now))
  const charge = mandate.state === 'standing' && isInTime(announcedOn, chargeOn) ? await chargeOf(db, scope, row, now) : ZERO
  if (charge === ZERO) {
    await cancelDebit(db, scope, now, id)
    return { debit: null, isAsBefore: row.state === 'notified' }
  }
  await db.run(sql`update debits d set state = 'sent', charged_cents = ${charge}, due_on = ${chargeOn}, sent_at = coalesce(d.sent_at, ${now})
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id}`)
  const debit = {
    endToEndId: row.reference,
    amountCents: charge,
    iban: mandate.iban,
    debtorName: mandate.debtor_name,
    chargeOn,
    mandate: { reference: mandate.reference, signedOn: madridDay(mandate.signed_at) },
    creditor: { id: mandate.creditor_id, name: mandate.creditor_name },
  }
  return { debit, isAsBefore: row.state === 'notified' || (cents(row.charged_cents ?? 0) === charge && row.due_on === chargeOn) }
}

/** A debt that began after the announcement is another, and not old yet. */
async function chargeOf(db: Connection, scope: Scope, { announced_cents, debt_since }: Row, now: Date): Promise<Cents> {
  const { owed, since } = await readStanding(db, scope, now)
  return since === null || since > debt_since ? ZERO : chargeableCents(cents(announced_cents), owed)
}
