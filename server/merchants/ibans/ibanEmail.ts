import { formatDateTime } from '#domain/platform/dates'
import { maskIban } from '#domain/money/iban'
import { nameInEmail } from '#domain/platform/properName'
import type { Services } from '../../platform/calls/call.ts'
import { deviceName } from '../../platform/calls/device.ts'
import { text } from '../../platform/calls/messages.ts'
import { isRecentFormerOwner } from '../../platform/calls/userConditions.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { addressAt } from '../../platform/outbox/addressAt.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import type { Entry, Payloads } from '../../platform/outbox/outboxKinds.ts'

/** How long e-mails about money also go to an owner's previous address (as long as that address can stop its e-mail change). */
const previousAddressMs = 7 * 24 * 3_600_000

type News = Payloads['iban_email']['news']

/**
 * Queues an e-mail to every owner of the company, whoever was one until a few days ago, and the shop's billing address, in the transaction
 * of the change; one for each address.
 */
export function queueIbanEmails(db: Connection, bankAccountId: string, news: News, now: Date): void {
  enqueue(db, 'iban_email', {
    subject: sql`concat_ws('/', ${bankAccountId}::text, ${news}::text, r.user_id, r.email_change_id)`,
    payload: sql`jsonb_strip_nulls(jsonb_build_object('bankAccountId', ${bankAccountId}::text, 'news', ${news}::text, 'emailChangeId', r.email_change_id))`,
    about: { accountId: sql`r.account_id` },
    userId: sql`r.user_id`,
    at: now,
    from: sql`from (select distinct on (r.address) r.*, b.account_id from bank_accounts b cross join lateral (
        select u.email, u.id, null::uuid from members u where u.account_id = b.account_id and (u.role = 'owner' and u.disabled_at is null or ${isRecentFormerOwner(now)})
        union all select c.old_email, u.id, c.id from email_changes c join members u on u.id = c.user_id where u.account_id = b.account_id and u.role = 'owner'
          and c.state = 'done' and c.ended_at > ${new Date(now.getTime() - previousAddressMs)}
        union all select m.billing_email, null, null from merchants m where m.id = b.merchant_id and m.billing_email is not null) r (address, user_id, email_change_id)
      where b.id = ${bankAccountId} order by r.address, r.user_id, r.email_change_id nulls first) r`,
  })
}

type Facts = {
  id: string
  news: News
  email: string
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

/**
 * An e-mail about a change of bank account, with a link that stops the change. The second one, that a change was approved, is not sent once the change
 * has ended otherwise.
 */
export const ibanEmail = emailKind<'iban_email', Facts & { link: string }>({
  async load({ database, config, tokens }, entry) {
    const facts = await database.read(null, (db) => readFacts(db, entry))
    if (!facts?.email) return undefined
    // In the fragment, which browsers do not send to servers.
    const link = `${config.publicUrl}/stop-change#${hexOf(facts.id)}.${stopToken(tokens, facts.id)}`
    return { ...facts, link }
  },
  render: ibanContent,
})

/** The recipient's address is the one at the time of the change, also when a person has changed theirs since. */
const readFacts = (db: Connection, { payload, userId, createdAt }: Entry<'iban_email'>): Promise<Facts | undefined> =>
  db.first<Facts>(sql`with recipient (email) as (select case
        when ${payload.emailChangeId ?? null}::uuid is not null then (select c.old_email from email_changes c where c.id = ${payload.emailChangeId ?? null}::uuid)
        when ${userId}::uuid is not null then ${addressAt(userId, createdAt)}
        else (select m.billing_email from bank_accounts b join merchants m on m.id = b.merchant_id where b.id = ${payload.bankAccountId}) end)
    select b.id, ${payload.news}::text as news, (select email from recipient), b.iban, p.iban as old, m.name as shop, u.first_name || ' ' || u.last_name as who, b.created_at,
      b.user_agent, b.effective_from, b.new_device,
      (select r.locale from members r where r.account_id = m.account_id and r.email = (select email from recipient) and r.removed_at is null) as locale
    from bank_accounts b join merchants m on m.id = b.merchant_id join users u on u.id = b.requested_by left join bank_accounts p on p.id = b.previous_id
    where b.id = ${payload.bankAccountId} and (${payload.news} = 'requested' or b.state in ('cooling', 'active'))`)

/** What an e-mail about a change says. */
export type IbanFacts = Omit<Facts, 'id' | 'email' | 'locale'> & { link: string }

/** An e-mail about a change, in the current language. */
export function ibanContent({ news, link, ...facts }: IbanFacts, { brand }: Pick<Services['config'], 'brand'>): EmailContent {
  const words = {
    shop: nameInEmail(facts.shop),
    old: facts.old === null ? text('mail.iban.noAccount') : maskIban(facts.old),
    new: maskIban(facts.iban),
    who: nameInEmail(facts.who),
    when: formatDateTime(facts.created_at),
    device: deviceName(facts.user_agent),
    from: facts.effective_from ? formatDateTime(facts.effective_from) : '',
    meanwhile: facts.new_device ? text('mail.iban.paused') : text('mail.iban.notPaused'),
    link,
    brand: brand.name,
    support: brand.supportEmail,
  }
  const about = { reason: 'shop', shop: words.shop } as const
  return news === 'requested' ? writeEmail('mail.iban.requested', words, about) : writeEmail('mail.iban.approved', words, about)
}

/** The secret of the link that stops a change, the same in every e-mail about it; it is not stored. */
const stopToken = (tokens: Services['tokens'], bankAccountId: string): string => tokens.linkOf('iban_stop', bankAccountId, 0)

/** Whether this is the secret of the link that stops a change. */
export const isStopToken = (tokens: Services['tokens'], bankAccountId: string, token: string): boolean =>
  tokens.isLink(token, 'iban_stop', bankAccountId, 0)
