import { cents, formatEuros } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { postJournal } from '../ledger/postings.ts'
import type { InFile } from '../payments/bankFiles.ts'
import { notifyShop } from '../settlements/notifyShop.ts'

type ReturnedTransfer = { reference: string }

/**
 * Stores that the bank returned a payment: the amount is owed again and waits to be sent again. A booked payment is reversed in the ledger; the shop gets
 * a notice, and its owners an e-mail after the commit.
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
  const back =
    await db.first<ReturnedTransfer>(sql`with back as (update payouts p set state = 'returned', done_at = ${at}, return_code = ${code}
      where p.merchant_id = ${merchantId} and p.mode = ${mode} and p.settlement_id = ${id})
    update settlements s set status = 'returned', paid_at = null, collected_on = null, collected_by = null where s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = ${id}
    returning s.reference`)
  const amountCents = cents(before.amount_cents)
  notifyShop(db, scope, { type: 'settlement_returned', id, reference: back?.reference ?? reference, amountCents, at }, now)
  db.send(sql`insert into payout_emails (merchant_id, settlement_id, reference, user_id, send_at) select m.id, ${id}::uuid, ${reference}, u.id, ${now}::timestamptz
    from merchants m join members u on u.account_id = m.account_id where m.id = ${merchantId} and u.role = 'owner' and u.disabled_at is null`)
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

/** Dependencies of `sendPayoutReturnEmails`. */
export type EmailServices = Pick<Services, 'database' | 'now' | 'log' | 'mail'> & {
  config: { publicUrl: string; brand: Pick<Config['brand'], 'name' | 'supportEmail'> }
}

type Due = { merchant_id: string; settlement_id: string; reference: string; user_id: string; attempts: number }
type Facts = { reference: string; amount_cents: bigint; iban: string; shop: string; email: string; name: string; locale: string | null }

/** Lease of an e-mail while it is being sent, and delay after a failure, doubled each time up to a day. */
const leaseMs = 120_000
const dayMs = 86_400_000

/**
 * Sends owners the e-mails about returned payments. An e-mail is removed from the queue once it was sent; one whose process died in between is sent again.
 * Returns the number of e-mails sent.
 */
export async function sendPayoutReturnEmails(services: EmailServices): Promise<number> {
  let sent = 0
  for (;;) {
    const due = await takeEmail(services)
    if (!due) return sent
    try {
      await write(services, due)
      sent += 1
    } catch (error) {
      // It stays in the queue until its lease is over.
      services.log('warn', 'letter_waits', { reference: due.reference }, error)
    }
  }
}

/** Takes the oldest due e-mail; two workers never get the same one. */
const takeEmail = ({ database, now }: EmailServices): Promise<Due | undefined> =>
  database.write(null, (db) =>
    db.first<Due>(sql`update payout_emails l set attempts = l.attempts + 1,
        send_at = ${now()}::timestamptz + least(${leaseMs}::bigint * power(2, least(l.attempts, 20)), ${dayMs}::bigint) * interval '1 millisecond'
      where (l.reference, l.user_id) = (select reference, user_id from payout_emails where send_at <= ${now()} order by send_at limit 1 for update skip locked)
      returning l.merchant_id, l.settlement_id, l.reference, l.user_id, l.attempts`),
  )

async function write({ database, config, mail }: EmailServices, due: Due): Promise<void> {
  const scope = mintScope(due.merchant_id, 'live')
  const facts = await database.read(scope, (db) => readFacts(db, due))
  if (facts) await mail({ to: facts.email, ...speakingTo(facts.locale, () => emailOf(config, due, facts)) })
  await database.write(null, (db) =>
    db.run(sql`delete from payout_emails l where l.reference = ${due.reference} and l.user_id = ${due.user_id}`),
  )
}

function emailOf({ publicUrl, brand }: EmailServices['config'], due: Due, facts: Facts): { subject: string; text: string } {
  const words = {
    name: facts.name,
    reference: facts.reference,
    shop: facts.shop,
    amount: formatEuros(cents(facts.amount_cents)),
    last4: facts.iban.slice(-4),
    link: `${publicUrl.replace(/\/+$/, '')}/merchants/${hexOf(due.merchant_id)}/settlements/${hexOf(due.settlement_id)}`,
    brand: brand.name,
    support: brand.supportEmail,
  }
  return {
    subject: text('settlements.file.letter.returned.subject', words),
    text: text('settlements.file.letter.returned.text', words),
  }
}

/** Undefined for an owner who has left in the meantime. */
const readFacts = (db: Connection, { merchant_id: merchantId, settlement_id: id, user_id: userId }: Due): Promise<Facts | undefined> =>
  db.first<Facts>(sql`select s.reference, p.amount_cents, p.iban, m.name as shop, u.email, u.first_name as name, u.locale
    from settlements s join payouts p on p.merchant_id = s.merchant_id and p.mode = s.mode and p.settlement_id = s.id
      join merchants m on m.id = s.merchant_id join members u on u.account_id = m.account_id
    where s.merchant_id = ${merchantId} and s.mode = 'live' and s.id = ${id} and u.id = ${userId} and u.role = 'owner' and u.disabled_at is null`)
