import { cents } from '#domain/money'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import { postJournal } from '../ledger/post.ts'
import type { Queued } from './payOut.ts'

/** The bank sent the money back: it is owed again, and waits until it is sent anew. What had been booked is booked back. */
export async function returnPayout(
  db: Connection,
  scope: Scope,
  { settlement_id: id, reference }: Queued,
  { at, code }: { at: Date; code: string | null },
): Promise<void> {
  const { merchantId, mode } = scope
  const before = await db.first<{ state: string; amount_cents: bigint }>(sql`select p.state, p.amount_cents from payouts p
    where p.merchant_id = ${merchantId} and p.mode = ${mode} and p.settlement_id = ${id} and p.reference = ${reference} for update`)
  await db.run(
    sql`delete from payout_queue q where q.merchant_id = ${merchantId} and q.settlement_id = ${id} and q.reference = ${reference}`,
  )
  if (!before || before.state === 'returned') return
  await db.run(sql`with back as (update payouts p set state = 'returned', done_at = ${at}, return_code = ${code}
      where p.merchant_id = ${merchantId} and p.mode = ${mode} and p.settlement_id = ${id})
    update settlements s set status = 'returned', paid_at = null where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = ${id}`)
  if (before.state !== 'confirmed') return
  const amountCents = cents(before.amount_cents)
  await postJournal(db, scope, {
    kind: 'payout',
    operationId: null,
    at,
    lines: [
      { account: 'merchant_payable', amountCents: cents(-amountCents) },
      { account: 'cash', amountCents },
    ],
  })
}
