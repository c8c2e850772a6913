import { hash } from 'node:crypto'
import { formatDate, formatDateTime, localDate } from '#domain/platform/dates'
import { nameInEmail } from '#domain/platform/properName'
import { invitationMs } from '#domain/access/team'
import type { MemberId, Services } from '../../platform/calls/call.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import type { Entry, TeamNews } from '../../platform/outbox/outboxKinds.ts'
import { type AccessRow, presetIn } from '../../platform/calls/presetIn.ts'
import { lastDay } from './members.ts'

/** Queues an e-mail to somebody of the team, in the transaction of the change. An invitation replaces an earlier one that was not sent yet. */
export const queueTeamEmail = (db: Connection, { accountId, userId }: MemberId, news: TeamNews, now: Date): void =>
  enqueue(db, 'team_email', {
    subject: `${accountId}/${userId}/${news}/${now.toISOString()}`,
    payload: { news },
    about: { accountId },
    userId,
    at: now,
  })

type Stored = AccessRow & {
  email: string
  first_name: string
  locale: string | null
  invited_at: Date | null
  access_until: Date | null
  joined: boolean
  removed: boolean
  company: string
  inviter: string
  handover_from: string | null
  handover_to: string | null
  handover_at: Date | null
}
/** `at`: when it happened; `link`: empty except for an invitation. */
type Facts = Stored & { news: TeamNews; at: Date; link: string }

/** An e-mail to somebody of the team. An invitation that was accepted, expired, replaced or withdrawn meanwhile is not sent. */
export const teamEmail = emailKind<'team_email', Facts>({
  async load(services, entry) {
    const { news } = entry.payload
    const stored = await services.database.read(null, (db) =>
      db.first<Stored>(sql`select u.email, u.first_name, u.locale, u.role, u.withheld, u.refund_limit_cents, u.refund_day_limit_cents, u.invited_at, u.access_until, u.joined_at is not null as joined,
          u.removed_at is not null as removed, ${accountName(sql`u.account_id`)} as company,
          coalesce((select concat_ws(' ', b.first_name, b.last_name) from users b where b.id = u.invited_by), '') as inviter,
          h.from_name as handover_from, h.to_name as handover_to, h.effective_at as handover_at
        from members u left join lateral (select o.effective_at, concat_ws(' ', f.first_name, f.last_name) as from_name, concat_ws(' ', t.first_name, t.last_name) as to_name
          from ownership_handovers o join users f on f.id = o.from_user join users t on t.id = o.to_user where o.account_id = u.account_id
          order by o.offered_at desc limit 1) h on true where u.account_id = ${entry.accountId} and u.id = ${entry.userId}`),
    )
    if (!stored) return undefined
    if (news !== 'invitation' && news !== 'owner_invitation') return { ...stored, news, at: entry.createdAt, link: '' }
    const { invited_at: invitedAt, joined, removed } = stored
    if (joined || removed || invitedAt === null || invitedAt > entry.createdAt) return undefined
    const expiresAt = new Date(invitedAt.getTime() + invitationMs)
    if (expiresAt <= services.now()) return undefined
    return { ...stored, news, at: entry.createdAt, link: await createLink(services, entry, expiresAt) }
  },
  render: teamContent,
})

export function teamContent(facts: Facts, config: Services['config']): EmailContent {
  const words = wordsOf(facts, config)
  const isInvited = facts.news === 'invitation' || facts.news === 'owner_invitation'
  return writeEmail(`team.mail.${facts.news}`, words, { reason: isInvited ? 'address' : 'member' })
}

function wordsOf(facts: Facts, config: Services['config']): Record<string, string> {
  const day = lastDay(facts.access_until)
  return {
    name: facts.first_name,
    company: nameInEmail(facts.company),
    inviter: nameInEmail(facts.inviter),
    role: text(`shell.role.${presetIn(facts).preset ?? facts.role}`),
    until: day === null ? '' : formatDate(localDate(day)),
    expires: facts.invited_at ? formatDateTime(new Date(facts.invited_at.getTime() + invitationMs)) : '',
    when: formatDateTime(facts.at),
    from: nameInEmail(facts.handover_from ?? ''),
    to: nameInEmail(facts.handover_to ?? ''),
    at: facts.handover_at ? formatDateTime(facts.handover_at) : '',
    // A handover's page shows it and does nothing by itself.
    link: facts.link === '' ? `${config.publicUrl}/settings/ownership-handover` : facts.link,
    address: config.publicUrl,
    brand: config.brand.name,
    support: config.brand.supportEmail,
  }
}

/**
 * Stores the hash of the invitation's link before the e-mail leaves; earlier links become invalid. Derived from the entry, so that every attempt has the
 * same link. The token is in the fragment, which is not sent to servers.
 */
async function createLink(
  { database, now, config, tokens }: Services,
  { id, userId, accountId }: Entry<'team_email'>,
  expiresAt: Date,
): Promise<string> {
  const token = tokens.linkOf('invitation', id, 0)
  await database.write(null, async (db) => {
    db.send(
      sql`update one_time_links set used_at = ${now()} where account_id = ${accountId} and user_id = ${userId} and purpose = 'invitation' and used_at is null and id <> ${id}`,
    )
    await db.run(sql`insert into one_time_links (id, account_id, user_id, purpose, token_hash, expires_at, created_at)
      values (${id}, ${accountId}, ${userId}, 'invitation', ${hash('sha256', token, 'buffer')}, ${expiresAt}, ${now()}) on conflict (id) do nothing`)
  })
  return `${config.publicUrl}/invitation#${hexOf(id)}.${token}`
}
