import { type Cents, cents, formatEuros, ZERO } from '#domain/platform/money'
import type { Connection, Database } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { releaseTransfer } from '../payments/bankReferences.ts'
import { cancelDebit, lockDebt, repay } from './debits.ts'
import { readDebtState } from './debt.ts'
import { recordOperator } from './operate.ts'
import { notifyDebtor } from './notifyDebtor.ts'

/**
 * Reverses a transfer that the operator booked to the wrong shop: a line of its next settlement restores the debt, and the bank's reference can be booked
 * for the right shop. Returns an error message for the console when it is not possible, else null.
 */
export async function undoTransfer(
  database: Database,
  { merchantId, reference }: { merchantId: string; reference: string },
  now: Date,
): Promise<string | null> {
  const scope = mintScope(merchantId, 'live')
  return database.write(scope, async (db) => {
    const shop = await db.first<{ account_id: string }>(sql`select m.account_id from merchants m where m.id = ${merchantId}`)
    if (!shop) return 'there is no shop of that id'
    await lockDebt(db, scope)
    const undone = await db.first<{ net_cents: bigint }>(sql`update settlement_lines l set repayment_undone = true
      where ${inScope(scope, 'l')} and l.kind = 'repayment' and l.repayment_of = 'transfer' and l.repayment_reference = ${reference}
        and not l.repayment_undone returning l.net_cents`)
    if (!undone) return `no transfer ${reference} of that shop is booked`
    await releaseTransfer(db, scope, reference)
    const amountCents = cents(-undone.net_cents)
    await repay(db, scope, { of: 'transfer_back', reference, amountCents, at: now }, now)
    await recordOperator(db, scope, { accountId: shop.account_id, call: 'transfer-undo', after: { reference, amount: amountCents } })
    return null
  })
}

/**
 * A shop's transfer for its debt. `reference`: the bank's reference of the transfer, which is booked once, for one shop. `isForced`: book it even if the
 * shop owes less.
 */
export type ReceivedTransfer = { merchantId: string; amountCents: Cents; reference: string; at: Date; isForced?: boolean }

/**
 * Books a shop's transfer for its debt, entered by the provider's operator. More than it owes is refused unless forced; the excess is then paid out by
 * its next settlement. Returns an error message for the console when it is not possible, else null.
 */
export async function receiveTransfer(
  database: Database,
  { merchantId, amountCents, reference, at, isForced = false }: ReceivedTransfer,
  now: Date,
): Promise<string | null> {
  if (amountCents < 1) return 'a transfer has at least one cent'
  if (reference.length < 1 || reference.length > 35) return 'the bank’s reference has one to 35 letters'
  const scope = mintScope(merchantId, 'live')
  return database.write(scope, async (db) => {
    const shop = await db.first<{ account_id: string }>(sql`select m.account_id from merchants m where m.id = ${merchantId}`)
    if (!shop) return 'there is no shop of that id'
    await lockDebt(db, scope)
    const { owed } = await readDebtState(db, scope, now)
    if (amountCents > owed && !isForced) return owed > ZERO ? `it owes ${formatEuros(owed)}, which is less` : 'it owes nothing'
    if (!(await repay(db, scope, { of: 'transfer', reference, amountCents, at }, now)))
      return `${reference} is booked already, for this shop or another`
    notifyDebtor(db, scope, { type: 'debt_transfer', values: { amount: formatEuros(amountCents), reference } }, now)
    await recordOperator(db, scope, { accountId: shop.account_id, call: 'transfer-received', after: { reference, amount: amountCents } })
    return null
  })
}

/**
 * Marks a debit as sent with the amount that the bank reports, also when we did not know that it has it: after a restore, or because it was cancelled when
 * the bank had reported it as unknown. A debit announced instead is cancelled; while another one has been sent, this one waits for its end.
 */
export async function recordSent(db: Connection, scope: Scope, reference: string, amountCents: number | null, now: Date): Promise<void> {
  const row = await db.first<{ id: string; state: string }>(sql`select d.id, d.state from debits d
    where ${inScope(scope, 'd')} and d.reference = ${reference} and d.state in ('notified', 'sent', 'cancelled') for update`)
  if (!row) return
  if (row.state === 'cancelled') await cancelDebit(db, scope, now)
  await db.run(sql`update debits d set state = 'sent', charged_cents = coalesce(${amountCents}, d.charged_cents, d.announced_cents), sent_at = coalesce(d.sent_at, ${now}), done_at = null
    where ${inScope(scope, 'd')} and d.id = ${row.id} and not exists (select from debits o
      where o.merchant_id = d.merchant_id and o.mode = d.mode and o.state in ('notified', 'sent') and o.id <> d.id)`)
}
