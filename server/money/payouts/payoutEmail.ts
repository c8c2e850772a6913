import { cents, formatEuros } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'

type ReturnedTransfer = { settlementId: string; reference: string; now: Date }

/** Queues an e-mail about a returned transfer for every owner, in its transaction. */
export function queuePayoutEmails(db: Connection, { merchantId, mode }: Scope, { settlementId, reference, now }: ReturnedTransfer): void {
  enqueue(db, 'payout_email', {
    subject: sql`concat_ws('/', ${reference}::text, u.id)`,
    payload: { settlementId, reference },
    about: { merchantId, mode },
    userId: sql`u.id`,
    at: now,
    from: sql`from merchants m join members u on u.account_id = m.account_id where m.id = ${merchantId} and u.role = 'owner' and u.disabled_at is null`,
  })
}

type Facts = {
  merchant_id: string
  settlement_id: string
  reference: string
  amount_cents: bigint
  iban: string
  shop: string
  email: string
  name: string
  locale: string | null
}

/** An e-mail to an owner about a returned transfer; none to one who has left in the meantime. */
export const payoutEmail = emailKind<'payout_email', Facts>({
  load: ({ database }, { merchantId, userId, payload }) =>
    database.read(mintScope(merchantId ?? '', 'live'), (db) =>
      db.first<Facts>(sql`select s.merchant_id, s.id as settlement_id, s.reference, p.amount_cents, p.iban, m.name as shop, u.email, u.first_name as name, u.locale
        from settlements s join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id
          join merchants m on m.id = s.merchant_id join members u on u.account_id = m.account_id
        where s.merchant_id = ${merchantId} and s.mode = 'live' and s.id = ${payload.settlementId} and u.id = ${userId} and u.role = 'owner' and u.disabled_at is null`),
    ),
  render: payoutContent,
})

export function payoutContent(facts: Facts, { publicUrl, brand }: Services['config']): EmailContent {
  const words = {
    name: facts.name,
    reference: facts.reference,
    shop: facts.shop,
    amount: formatEuros(cents(facts.amount_cents)),
    last4: facts.iban.slice(-4),
    link: `${publicUrl}/merchants/${hexOf(facts.merchant_id)}/settlements/${hexOf(facts.settlement_id)}`,
    brand: brand.name,
    support: brand.supportEmail,
  }
  return writeEmail('settlements.file.letter.returned', words, { reason: 'member' })
}
