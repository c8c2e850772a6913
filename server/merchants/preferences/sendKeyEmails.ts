import { formatDateTime } from '#domain/platform/dates'
import type { KeyKind } from '#domain/merchants/apiKey'
import { nameInEmail } from '#domain/platform/properName'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { withRecipientLanguage, text } from '../../platform/calls/messages.ts'

type Due = {
  id: string
  merchant_id: string
  mode: Mode
  key_id: string
  news: 'created' | 'renewed' | 'revoked'
  overlap_ends_at: Date | null
  user_id: string
}
type Facts = {
  kind: KeyKind
  last_four: string
  shop: string
  who: string | null
  at: Date
  email: string
  first_name: string
  locale: string | null
}

/** How long a worker has an e-mail to itself; after a failure the delay doubles each time, up to an hour. */
const leaseMs = 30_000
const maxDelayMs = 3_600_000

/** When the next e-mail is due. */
export const nextKeyEmail = (): Sql => sql`select min(l.send_at) from api_key_emails l where l.sent_at is null`

/** Sends queued e-mails about keys to owners. Returns how many were sent. */
export async function sendKeyEmails(services: Pick<Services, 'database' | 'now' | 'config' | 'mail' | 'log'>): Promise<number> {
  let sent = 0
  for (;;) {
    const due = await services.database.write(null, (db) =>
      db.first<Due>(sql`update api_key_emails l set attempts = l.attempts + 1,
          send_at = ${services.now()}::timestamptz + least(${leaseMs}::bigint * power(2, least(l.attempts, 10)), ${maxDelayMs}::bigint) * interval '1 millisecond'
        where l.id = (select id from api_key_emails where sent_at is null and send_at <= ${services.now()} order by send_at limit 1 for update skip locked)
        returning l.id, l.merchant_id, l.mode, l.key_id, l.news, l.overlap_ends_at, l.user_id`),
    )
    if (!due) return sent
    try {
      await send(services, due)
      sent += 1
    } catch (error) {
      services.log('warn', 'email_failed', { email: due.id }, error)
    }
  }
}

async function send({ database, now, config, mail }: Pick<Services, 'database' | 'now' | 'config' | 'mail'>, due: Due): Promise<void> {
  const facts = await database.read(mintScope(due.merchant_id, due.mode), (db) =>
    db.first<Facts>(sql`select k.kind, k.last_four, m.name as shop, nullif(concat_ws(' ', b.first_name, b.last_name), '') as who,
        case when ${due.news} = 'revoked' then k.revoked_at else k.created_at end as at, u.email, u.first_name, u.locale
      from api_keys k join merchants m on m.id = k.merchant_id join users u on u.id = ${due.user_id}
        left join users b on b.id = case when ${due.news} = 'revoked' then k.revoked_by else k.created_by end
      where k.merchant_id = ${due.merchant_id} and k.mode = ${due.mode} and k.id = ${due.key_id}`),
  )
  if (facts) await mail({ to: facts.email, ...withRecipientLanguage(facts.locale, () => wordsOf(due, facts, config)) })
  await database.write(null, (db) => db.run(sql`update api_key_emails set sent_at = ${now()} where id = ${due.id}`))
}

function wordsOf(due: Due, facts: Facts, { brand, publicUrl }: Services['config']): { subject: string; text: string } {
  const overlap =
    due.overlap_ends_at === null
      ? ''
      : due.overlap_ends_at <= facts.at
        ? text('mail.key.overlap.none')
        : text('mail.key.overlap.until', { until: formatDateTime(due.overlap_ends_at) })
  const words = {
    name: facts.first_name,
    kind: text(`mail.key.kind.${facts.kind}`),
    mode: text(`mail.key.mode.${due.mode}`),
    lastFour: facts.last_four,
    shop: nameInEmail(facts.shop),
    who: facts.who === null ? text('mail.key.somebody') : nameInEmail(facts.who),
    when: formatDateTime(facts.at),
    overlap,
    address: publicUrl.replace(/\/+$/, ''),
    brand: brand.name,
    support: brand.supportEmail,
  }
  return { subject: text(`mail.key.${due.news}.subject`, words), text: text(`mail.key.${due.news}.text`, words) }
}
