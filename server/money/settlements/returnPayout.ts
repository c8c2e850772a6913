import { cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { postJournal } from '../ledger/post.ts'
import type { InFile } from '../payments/bankFiles.ts'
import { tellShop } from './tellShop.ts'

type Back = { reference: string }

/**
 * The bank sent the money back: it is owed again, and waits until it is sent anew. What had been booked is booked back; the shop is told, and
 * its owners by mail as soon as it is committed.
 */
export async function returnPayout(
  db: Connection,
  scope: Scope,
  { id, reference }: InFile,
  { at, code, now }: { at: Date; code: string | null; now: Date },
): Promise<void> {
  const { merchantId, mode } = scope
  const before = await db.first<{ state: string; amount_cents: bigint }>(sql`select p.state, p.amount_cents from payouts p
    where p.merchant_id = ${merchantId} and p.mode = ${mode} and p.settlement_id = ${id} and p.reference = ${reference} for update`)
  await db.run(
    sql`delete from payout_queue q where q.merchant_id = ${merchantId} and q.settlement_id = ${id} and q.reference = ${reference}`,
  )
  if (!before || before.state === 'returned') return
  const back = await db.first<Back>(sql`with back as (update payouts p set state = 'returned', done_at = ${at}, return_code = ${code}
      where p.merchant_id = ${merchantId} and p.mode = ${mode} and p.settlement_id = ${id})
    update settlements s set status = 'returned', paid_at = null, collected_on = null, collected_by = null where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = ${id}
    returning s.reference`)
  const amountCents = cents(before.amount_cents)
  tellShop(db, scope, { type: 'settlement_returned', id, reference: back?.reference ?? reference, amountCents, at }, now)
  db.send(sql`insert into payout_letters (merchant_id, settlement_id, reference, user_id, send_at) select m.id, ${id}::uuid, ${reference}, u.id, ${now}::timestamptz
    from merchants m join users u on u.account_id = m.account_id where m.id = ${merchantId} and u.role = 'owner' and u.disabled_at is null`)
  if (before.state !== 'confirmed') return
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
