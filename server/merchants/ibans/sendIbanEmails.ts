import { hash, randomBytes } from 'node:crypto'
import { formatDateTime } from '#domain/platform/dates'
import { maskIban } from '#domain/money/iban'
import { nameInLetter } from '#domain/platform/properName'
import type { Services } from '../../platform/calls/call.ts'
import { deviceWords } from '../../platform/calls/device.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { isRecentFormerOwner } from '../../platform/calls/ownerStanding.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'

/** How long e-mails about money also go to an owner's previous address (as long as that address can stop its e-mail change). */
const previousAddressMs = 7 * 24 * 3_600_000

/**
 * Queues an e-mail to every owner of the company, whoever was one until a few days ago, and the shop's billing address, in the transaction
 * of the change, so that none is lost.
 */
export function queueIbanEmails(db: Connection, bankAccountId: string, kind: 'requested' | 'approved', now: Date): void {
  db.send(sql`insert into bank_account_emails (id, bank_account_id, kind, recipient, send_at)
    select (substr(${newId(now)}, 1, 23) || substr(gen_random_uuid()::text, 24))::uuid, ${bankAccountId}::uuid, ${kind}, r.recipient, ${now}
    from bank_accounts b cross join lateral (
      select u.email from members u where u.account_id = b.account_id and (u.role = 'owner' and u.disabled_at is null or ${isRecentFormerOwner(now)})
      union select c.old_email from email_changes c join memberships u on u.user_id = c.user_id where u.account_id = b.account_id and u.role = 'owner'
        and c.state = 'done' and c.ended_at > ${new Date(now.getTime() - previousAddressMs)}
      union select m.billing_email from merchants m where m.id = b.merchant_id and m.billing_email is not null) r (recipient)
    where b.id = ${bankAccountId}`)
}

type Due = { id: string; bank_account_id: string; kind: 'requested' | 'approved'; recipient: string }
type Facts = {
  iban: string
  old: string | null
  shop: string
  who: string
  created_at: Date
  user_agent: string
  effective_from: Date | null
  new_device: boolean
  /** The reader's language, when the address belongs to a person of the account. */
  locale: string | null
}

/** How long a worker has an e-mail to itself; after a failure the delay doubles each time, up to an hour. */
const leaseMs = 30_000
const maxDelayMs = 3_600_000

/**
 * Sends queued e-mails about changes of bank accounts, each with its own link that stops the change. Only the link's hash is stored, before
 * the e-mail leaves; a retry has a new link. Returns how many were sent.
 */
export async function sendIbanEmails(services: Pick<Services, 'database' | 'now' | 'config' | 'mail' | 'log'>): Promise<number> {
  let sent = 0
  for (;;) {
    const token = randomBytes(32).toString('base64url')
    const due = await services.database.write(null, (db) =>
      db.first<Due>(sql`update bank_account_emails l set attempts = l.attempts + 1, token_hash = ${freezeHash(token)},
          send_at = ${services.now()}::timestamptz + least(${leaseMs}::bigint * power(2, least(l.attempts, 10)), ${maxDelayMs}::bigint) * interval '1 millisecond'
        where l.id = (select id from bank_account_emails where sent_at is null and send_at <= ${services.now()} order by send_at limit 1 for update skip locked)
        returning l.id, l.bank_account_id, l.kind, l.recipient`),
    )
    if (!due) return sent
    try {
      await send(services, due, token)
      sent += 1
    } catch (error) {
      services.log('warn', 'email_failed', { email: due.id }, error)
    }
  }
}

async function send(
  { database, now, config, mail }: Pick<Services, 'database' | 'now' | 'config' | 'mail'>,
  due: Due,
  token: string,
): Promise<void> {
  const facts = await database.read(null, (db) =>
    db.first<Facts>(sql`select b.iban, p.iban as old, m.name as shop, u.first_name || ' ' || u.last_name as who, b.created_at, b.user_agent, b.effective_from, b.new_device,
        (select r.locale from members r where r.account_id = m.account_id and r.email = ${due.recipient} and r.removed_at is null) as locale
      from bank_accounts b join merchants m on m.id = b.merchant_id join users u on u.id = b.requested_by left join bank_accounts p on p.id = b.previous_id
      where b.id = ${due.bank_account_id}`),
  )
  if (!facts) return
  await mail({ to: due.recipient, ...speakingTo(facts.locale, () => emailOf(config, due, facts, token)) })
  await database.write(null, (db) => db.run(sql`update bank_account_emails set sent_at = ${now()} where id = ${due.id}`))
}

function emailOf(config: Services['config'], due: Due, facts: Facts, token: string): { subject: string; text: string } {
  const words = {
    shop: nameInLetter(facts.shop),
    old: facts.old === null ? text('mail.iban.noAccount') : maskIban(facts.old),
    new: maskIban(facts.iban),
    who: nameInLetter(facts.who),
    when: formatDateTime(facts.created_at),
    device: deviceWords(facts.user_agent),
    from: facts.effective_from ? formatDateTime(facts.effective_from) : '',
    meanwhile: facts.new_device ? text('mail.iban.paused') : text('mail.iban.notPaused'),
    // In the fragment, which browsers do not send to servers.
    link: `${config.publicUrl.replace(/\/+$/, '')}/stop-change#${hexOf(due.bank_account_id)}.${token}`,
    brand: config.brand.name,
    support: config.brand.supportEmail,
  }
  return due.kind === 'requested'
    ? { subject: text('mail.iban.requested.subject', words), text: text('mail.iban.requested.text', words) }
    : { subject: text('mail.iban.approved.subject', words), text: text('mail.iban.approved.text', words) }
}

/** The stored hash of an e-mail's link. */
export const freezeHash = (token: string): Buffer => hash('sha256', `stop-change/${token}`, 'buffer')
