import { cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { postJournal } from '../ledger/post.ts'
import type { InFile } from '../payments/bankFiles.ts'
import { tellShop } from './tellShop.ts'

/** The bank booked a transfer: settlement paid, money gone from the books, the shop told, once however often it says so. */
export async function bookPayout(
  db: Connection,
  scope: Scope,
  { id, reference }: InFile,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  const paid = await db.first<{ amount_cents: bigint; reference: string }>(sql`with booked as (
      update payouts p set state = 'confirmed', done_at = ${at} where p.merchant_id = ${scope.merchantId} and p.mode = ${scope.mode} and p.settlement_id = ${id}
        and p.reference = ${reference} and p.state in ('queued', 'sent') returning p.amount_cents
    )
    update settlements s set status = 'paid', paid_at = ${at} from booked where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and s.id = ${id}
    returning booked.amount_cents, s.reference`)
  if (!paid) return
  const amountCents = cents(paid.amount_cents)
  tellShop(db, scope, { type: 'settlement_paid', id, reference: paid.reference, amountCents, at }, now)
  await postJournal(db, scope, {
    kind: 'payout',
    operationId: null,
    at,
    lines: [
      { account: 'merchant_payable', amountCents },
      { account: 'cash', amountCents: cents(-amountCents) },
    ],
  })
}
