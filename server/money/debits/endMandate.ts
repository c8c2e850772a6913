import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { cancelDebit } from './cancelDebit.ts'
import { tellDebtor } from './tellDebtor.ts'

/**
 * Why a mandate ended. `revoked`: an owner took it back; `account`: the shop is paid to another account; `bank`: it said that mandate or account is none;
 * `unused`: nothing was charged by it for three years.
 */
export type MandateEnd = 'revoked' | 'account' | 'bank' | 'unused'

/** Ends a mandate that nobody has ended: what was announced on it is not charged, and the shop is told. Under the lock of lockDebt.ts. */
export async function endMandate(db: Connection, scope: Scope, id: string, why: MandateEnd, now: Date): Promise<void> {
  const { merchantId, mode } = scope
  const ended = await db.first<{ reference: string }>(sql`update debit_mandates d set ended_at = ${now}, ended_why = ${why}
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.id = ${id} and d.ended_at is null returning d.reference`)
  if (!ended) return
  await cancelDebit(db, scope, now)
  await db.run(sql`delete from debit_turns t where t.merchant_id = ${merchantId}`)
  tellDebtor(db, scope, { type: 'mandate_ended', values: { reference: ended.reference } }, now)
}
