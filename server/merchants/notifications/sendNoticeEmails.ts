import { isMailed, noticeTypeNames, quietUntil } from '#domain/merchants/notices'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hasText, speakingTo, text } from '../../platform/calls/messages.ts'
import type { NoticeValue } from '../notices/notify.ts'
import { visibleTo } from '../notices/visibleTo.ts'
import { shownValues } from './shownValues.ts'

type EmailServices = Pick<Services, 'database' | 'now' | 'log' | 'mail'> & { config: Pick<Services['config'], 'publicUrl' | 'brand'> }
type Due = { notification_id: string; user_id: string }
type Facts = {
  type: string
  values: NoticeValue[]
  action_url: string | null
  mode: Mode | null
  shop: string | null
  email: string
  locale: string | null
  quiet_from: number | null
  quiet_to: number | null
}

/** How long a worker has an e-mail to itself; after a failure the delay doubles each time, up to a day. */
const leaseMs = 120_000
const dayMs = 86_400_000
const mailedWhenChosen = noticeTypeNames.filter((type) => !isMailed(type))

/**
 * Sends notices by e-mail to those who chose it, or whom every setting includes, outside their quiet hours. Each has an id, so that retries
 * are one e-mail.
 */
export async function sendNoticeEmails(services: EmailServices): Promise<number> {
  let sent = 0
  for (;;) {
    const due = await takeEmail(services)
    if (!due) return sent
    try {
      if (await sendDue(services, due)) sent += 1
    } catch (error) {
      services.log('warn', 'email_failed', { notice: due.notification_id }, error)
    }
  }
}

/** The oldest that is due; two workers never take the same. */
const takeEmail = ({ database, now }: EmailServices): Promise<Due | undefined> =>
  database.write(null, (db) =>
    db.first<Due>(sql`update notification_emails l set attempts = l.attempts + 1,
        send_at = ${now()}::timestamptz + least(${leaseMs}::bigint * power(2, least(l.attempts, 20)), ${dayMs}::bigint) * interval '1 millisecond'
      where (l.notification_id, l.user_id) = (select notification_id, user_id from notification_emails where send_at <= ${now()} order by send_at limit 1 for update skip locked)
      returning l.notification_id, l.user_id`),
  )

/** False when it waits for the end of quiet hours, or has no reader any more. */
async function sendDue(services: EmailServices, due: Due): Promise<boolean> {
  const { database, now, mail, config } = services
  const own = sql`notification_id = ${due.notification_id} and user_id = ${due.user_id}`
  const facts = await database.read(null, (db) => db.first<Facts>(readFacts(due)))
  const quiet = facts && facts.quiet_from !== null && facts.quiet_to !== null ? { from: facts.quiet_from, to: facts.quiet_to } : null
  const until = quiet && quietUntil(now(), quiet)
  if (until) {
    await database.write(null, (db) => db.run(sql`update notification_emails set send_at = ${until}, attempts = 0 where ${own}`))
    return false
  }
  if (facts)
    await mail({
      to: facts.email,
      id: `notice-${due.notification_id}-${due.user_id}`,
      ...speakingTo(facts.locale, () => emailOf(facts, config)),
    })
  await database.write(null, (db) => db.run(sql`delete from notification_emails where ${own}`))
  return facts !== undefined
}

/** Nothing for somebody who has left or switched it off; types without a setting are always sent. */
const readFacts = ({ notification_id: id, user_id: userId }: Due) =>
  sql`select n.type, n.values, n.action_url, n.mode, m.name as shop, u.email, u.locale, s.quiet_from, s.quiet_to
    from notifications n join members u on u.id = ${userId} and u.account_id = n.account_id and u.disabled_at is null and (u.access_until is null or u.access_until > now())
      left join notification_choices c on c.user_id = u.id and c.type = n.type
      left join notification_settings s on s.user_id = u.id left join merchants m on m.id = n.merchant_id
    where n.id = ${id} and ${visibleTo(sql`n`, sql`u.id`, sql`u.sandbox_only`)} and coalesce(c.email, n.type <> all(${mailedWhenChosen}::text[]))`

function emailOf(
  { type, values, action_url: path, mode, shop }: Facts,
  { publicUrl, brand }: EmailServices['config'],
): { subject: string; text: string } {
  const key = `shell.notification.${type}`
  const shown = Object.fromEntries(shownValues(values).map((one) => [one.key, one.value]))
  const words = text(hasText(key) ? key : 'shell.notification.other', shown)
  const withMode = mode === 'sandbox' ? text('mail.notice.test', { words }) : words
  return {
    subject: shop === null ? withMode : text('mail.notice.subject', { words: withMode, shop }),
    text: text('mail.notice.text', {
      words: shown['why'] ? `${withMode}\n\n${text('shell.notification.why', { why: shown['why'] })}` : withMode,
      link: `${publicUrl.replace(/\/+$/, '')}${path ?? '/'}`,
      brand: brand.name,
      support: brand.supportEmail,
    }),
  }
}
