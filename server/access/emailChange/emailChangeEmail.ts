import { formatDateTime } from '#domain/platform/dates'
import { maskEmail } from '#domain/platform/identifiers'
import type { Services } from '../../platform/calls/call.ts'
import { deviceName } from '../../platform/calls/device.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import type { Payloads } from '../../platform/outbox/outboxKinds.ts'
import type { EmailChange } from './emailChange.ts'

type News = Payloads['email_change_email']['news']

/** Queues an e-mail about a change of address, in its transaction. `unless`: it is not queued, which costs the same time. */
export function queueEmailChangeEmail(
  db: Connection,
  { id: changeId, user_id: userId }: EmailChange,
  news: News,
  { now, unless = false }: { now: Date; unless?: boolean },
): void {
  enqueue(db, 'email_change_email', {
    subject: `${changeId}/${news}`,
    payload: { changeId, news },
    about: null,
    userId,
    at: now,
    from: sql`where not ${unless}::boolean`,
  })
}

type Stored = EmailChange & { first_name: string; locale: string | null }
type Facts = Stored & { email: string; news: News; link: string }

/** In which states of the change each is still sent. */
const sentWhile: Record<News, readonly EmailChange['state'][]> = { confirm: ['pending'], asked: ['pending', 'done'], done: ['done'] }

/**
 * An e-mail about a change of address: to the new one the link that confirms it, valid for one hour; to the old one that the change was requested or
 * completed, with a link to stop it and the new address masked. None once the change has ended otherwise.
 */
export const emailChangeEmail = emailKind<'email_change_email', Facts>({
  async load({ database, tokens, config, now }, { payload: { changeId, news } }) {
    const change = await database.read(null, (db) =>
      db.first<Stored>(
        sql`select c.*, u.first_name, u.locale from email_changes c join users u on u.id = c.user_id where c.id = ${changeId}`,
      ),
    )
    if (!change || !sentWhile[news].includes(change.state) || (news === 'confirm' && change.expires_at <= now())) return undefined
    const { id } = change
    const link =
      news === 'confirm'
        ? `${config.publicUrl}/settings/sections?uuid=${id}&token=${tokens.linkOf('email_confirm', id, 1)}`
        : // In the fragment, which browsers do not send to servers.
          `${config.publicUrl}/stop-email#${hexOf(id)}.${tokens.linkOf('email_stop', id, 1)}`
    return { ...change, news, link, email: news === 'confirm' ? change.new_email : change.old_email }
  },
  render: emailChangeContent,
})

export function emailChangeContent(facts: Facts, { brand }: Services['config']): EmailContent {
  const words = {
    name: facts.first_name,
    link: facts.link,
    email: maskEmail(facts.new_email),
    brand: brand.name,
    support: brand.supportEmail,
    when: formatDateTime(facts.created_at),
    device: deviceName(facts.user_agent),
  }
  if (facts.news === 'confirm') return writeEmail('mail.emailConfirm', words, { reason: 'address' })
  return facts.news === 'asked'
    ? writeEmail('mail.emailAsked', words, { reason: 'member' })
    : writeEmail('mail.emailDone', words, { reason: 'member' })
}
