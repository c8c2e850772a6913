import { type Cents, cents, formatEuros, ZERO } from '#domain/platform/money'
import { audited, type ByProvider } from '../../platform/calls/providerChange.ts'
import { notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { releaseTransfer } from '../payments/bankReferences.ts'
import { cancelDebit, lockDebt, repay } from './debits.ts'
import { readDebtState } from './debt.ts'
import { listDebit } from './listDebit.ts'
import { debtAct } from './operate.ts'
import { notifyDebtor } from './notifyDebtor.ts'

const refuse = (why: string, values: Record<string, string> = {}) => new Refusal('ProviderActionNotAllowed', { why, values })

/** A shop with its account. Refuses with ObjectNotFoundException. */
async function shopOf(db: Connection, merchantId: string): Promise<{ merchant_id: string; account_id: string }> {
  const shop = await db.first<{ merchant_id: string; account_id: string }>(
    sql`select m.id as merchant_id, m.account_id from merchants m where m.id = ${merchantId}`,
  )
  if (!shop) throw notFound(hexOf(merchantId))
  return shop
}

/**
 * Reverses a transfer that was booked to the wrong shop: a line of its next settlement restores the debt, and the bank's reference can be booked for the
 * right shop. Refuses with ProviderActionNotAllowed one that is not booked for this shop.
 */
export async function undoTransfer(
  db: Connection,
  { merchantId, reference }: { merchantId: string; reference: string },
  { by, now }: ByProvider,
): Promise<void> {
  const shop = await shopOf(db, merchantId)
  const scope = mintScope(merchantId, 'live')
  await audited(db, by, { ...debtAct(shop), call: 'operator.transfer-undo', after: { reference } }, async () => {
    const isUndone = await withScope(db, scope, async () => {
      await lockDebt(db, scope)
      const undone = await db.first<{ net_cents: bigint }>(sql`update settlement_lines l set repayment_undone = true
        where ${inScope(scope, 'l')} and l.kind = 'repayment' and l.repayment_of = 'transfer' and l.repayment_reference = ${reference}
          and not l.repayment_undone returning l.net_cents`)
      if (!undone) return false
      await releaseTransfer(db, scope, reference)
      await repay(db, scope, { of: 'transfer_back', reference, amountCents: cents(-undone.net_cents), at: now }, now)
      return true
    })
    if (!isUndone) throw refuse('noTransfer')
  })
}

/**
 * A shop's transfer for its debt. `reference`: the bank's reference of the transfer, which is booked once, for one shop. `isForced`: book it even if the
 * shop owes less.
 */
export type ReceivedTransfer = { merchantId: string; amountCents: Cents; reference: string; at: Date; isForced?: boolean }

/**
 * Books a shop's transfer for its debt. Refuses with ProviderActionNotAllowed more than it owes, unless forced (the excess is then paid out by its next
 * settlement), and a reference that is booked already.
 */
export async function receiveTransfer(
  db: Connection,
  { merchantId, amountCents, reference, at, isForced = false }: ReceivedTransfer,
  { by, now }: ByProvider,
): Promise<void> {
  if (amountCents < 1) throw new Refusal('ApiValidationException', { fields: [problem('amount', 'too_small')] })
  if (reference.length < 1 || reference.length > 35)
    throw new Refusal('ApiValidationException', { fields: [problem('reference', reference === '' ? 'required' : 'too_big')] })
  const shop = await shopOf(db, merchantId)
  const scope = mintScope(merchantId, 'live')
  const after = { reference, amount: amountCents }
  await audited(db, by, { ...debtAct(shop), call: 'operator.transfer-received', after }, async () => {
    const refusal = await withScope(db, scope, async () => {
      await lockDebt(db, scope)
      const { owed } = await readDebtState(db, scope, now)
      if (amountCents > owed && !isForced) return owed > ZERO ? refuse('owesLess', { amount: formatEuros(owed) }) : refuse('owesNothing')
      if (!(await repay(db, scope, { of: 'transfer', reference, amountCents, at }, now))) return refuse('transferBooked')
      notifyDebtor(db, scope, { type: 'debt_transfer', values: { amount: formatEuros(amountCents), reference } }, now)
      return null
    })
    if (refusal) throw refusal
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
  listDebit(db, scope, reference)
}
