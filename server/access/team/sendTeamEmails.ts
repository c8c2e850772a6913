import { hash, randomBytes, randomUUID } from 'node:crypto'
import { formatDate, formatDateTime, localDate } from '#domain/platform/dates'
import { nameInLetter } from '#domain/platform/properName'
import type { Role } from '#domain/access/roles'
import { invitationMs } from '#domain/access/team'
import type { MemberId, Services } from '../../platform/calls/call.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { HandoverNews } from './handovers.ts'
import { lastDay } from './members.ts'

type TeamEmail = 'invitation' | 'changed' | 'removed' | 'disabled' | 'access_ending' | 'access_ended' | HandoverNews

/**
 * Queues an e-mail to somebody of the team, in the transaction of the change, so that none is lost; a queued invitation is replaced by the
 * newer one.
 */
export function queueTeamEmail(db: Connection, { accountId, userId }: MemberId, kind: TeamEmail, now: Date): void {
  db.send(
    sql`update team_emails set sent_at = ${now} where account_id = ${accountId} and user_id = ${userId} and kind = 'invitation' and sent_at is null`,
  )
  db.send(
    sql`insert into team_emails (id, account_id, user_id, kind, send_at) values (${newId(now)}, ${accountId}, ${userId}, ${kind}, ${now})`,
  )
}

type EmailServices = Pick<Services, 'database' | 'now' | 'config' | 'mail' | 'log'>
type Due = { id: string; account_id: string; user_id: string; kind: TeamEmail }
type Facts = {
  email: string
  first_name: string
  locale: string | null
  role: Role
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

/** How long a worker has an e-mail to itself; after a failure the delay doubles each time, up to an hour. */
const leaseMs = 30_000
const longestMs = 3_600_000

/** Sends queued e-mails to people of the team. The invitation's link is created here, and only its hash is stored. Returns how many were sent. */
export async function sendTeamEmails(services: EmailServices): Promise<number> {
  for (let sent = 0; ;) {
    const due = await services.database.write(null, (db) =>
      db.first<Due>(sql`update team_emails l set attempts = l.attempts + 1,
          send_at = ${services.now()}::timestamptz + least(${leaseMs}::bigint * power(2, least(l.attempts, 10)), ${longestMs}::bigint) * interval '1 millisecond'
        where l.id = (select id from team_emails where sent_at is null and send_at <= ${services.now()} order by send_at limit 1 for update skip locked)
        returning l.id, l.account_id, l.user_id, l.kind`),
    )
    if (!due) return sent
    try {
      if (await send(services, due)) sent += 1
    } catch (error) {
      services.log('warn', 'email_failed', { email: due.id }, error)
    }
  }
}

async function send(services: EmailServices, due: Due): Promise<boolean> {
  const { database, mail, now } = services
  const facts = await database.read(null, (db) =>
    db.first<Facts>(sql`select u.email, u.first_name, u.locale, u.role, u.invited_at, u.access_until, u.joined_at is not null as joined,
        u.removed_at is not null as removed, ${accountName(sql`u.account_id`)} as company,
        coalesce((select concat_ws(' ', b.first_name, b.last_name) from users b where b.id = u.invited_by), '') as inviter,
        h.from_name as handover_from, h.to_name as handover_to, h.effective_at as handover_at
      from members u left join lateral (select o.effective_at, concat_ws(' ', f.first_name, f.last_name) as from_name, concat_ws(' ', t.first_name, t.last_name) as to_name
        from ownership_handovers o join users f on f.id = o.from_user join users t on t.id = o.to_user where o.account_id = u.account_id
        order by o.offered_at desc limit 1) h on true where u.account_id = ${due.account_id} and u.id = ${due.user_id}`),
  )
  // An invitation that was accepted, expired or withdrawn meanwhile is not sent.
  const obsolete =
    !facts ||
    (due.kind === 'invitation' &&
      (facts.joined || facts.removed || !facts.invited_at || facts.invited_at.getTime() + invitationMs <= now().getTime()))
  if (!obsolete) {
    const link =
      due.kind === 'invitation'
        ? await createLink(services, { accountId: due.account_id, userId: due.user_id }, facts.invited_at ?? now())
        : ''
    await mail({ to: facts.email, ...speakingTo(facts.locale, () => emailOf(services, due.kind, facts, link)) })
  }
  await database.write(null, (db) => db.run(sql`update team_emails set sent_at = ${now()} where id = ${due.id} and sent_at is null`))
  return !obsolete
}

function emailOf(services: EmailServices, kind: TeamEmail, facts: Facts, link: string): { subject: string; text: string } {
  const words = wordsOf(services, facts, link)
  return { subject: text(`team.mail.${kind}.subject`, words), text: text(`team.mail.${kind}.text`, words) }
}

function wordsOf({ config, now }: EmailServices, facts: Facts, link: string): Record<string, string> {
  const day = lastDay(facts.access_until)
  return {
    name: facts.first_name,
    company: nameInLetter(facts.company),
    inviter: nameInLetter(facts.inviter),
    role: text(`shell.role.${facts.role}`),
    until: day === null ? '' : formatDate(localDate(day)),
    expires: facts.invited_at ? formatDateTime(new Date(facts.invited_at.getTime() + invitationMs)) : '',
    when: formatDateTime(now()),
    from: nameInLetter(facts.handover_from ?? ''),
    to: nameInLetter(facts.handover_to ?? ''),
    at: facts.handover_at ? formatDateTime(facts.handover_at) : '',
    link,
    address: config.publicUrl,
    brand: config.brand.name,
    support: config.brand.supportEmail,
  }
}

/**
 * Creates a new link and stores it before the e-mail leaves; earlier ones become invalid. The token is in the fragment, which is not sent
 * to servers.
 */
async function createLink({ database, now, config }: EmailServices, { accountId, userId }: MemberId, invitedAt: Date): Promise<string> {
  const id = randomUUID()
  const token = randomBytes(32).toString('base64url')
  await database.write(null, async (db) => {
    db.send(
      sql`update one_time_links set used_at = ${now()} where account_id = ${accountId} and user_id = ${userId} and purpose = 'invitation' and used_at is null`,
    )
    await db.run(sql`insert into one_time_links (id, account_id, user_id, purpose, token_hash, expires_at, created_at)
      values (${id}, ${accountId}, ${userId}, 'invitation', ${hash('sha256', token, 'buffer')}, ${new Date(invitedAt.getTime() + invitationMs)}, ${now()})`)
  })
  return `${config.publicUrl.replace(/\/+$/, '')}/invitation#${hexOf(id)}.${token}`
}
