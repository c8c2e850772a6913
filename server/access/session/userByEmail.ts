import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { tidyEmail } from '#domain/platform/emailAddress'
import type { Role } from '#domain/access/roles'
import type { Services } from '../../platform/calls/call.ts'
import { withRecipientLanguage, text } from '../../platform/calls/messages.ts'
import { openAccount } from '../../platform/database/openAccount.ts'
import { sql } from '../../platform/database/sql.ts'

export type KnownUser = {
  id: string
  account_id: string
  role: Role
  email: string
  first_name: string
  last_name: string
  /** The language that they chose. */
  locale: string | null
  password_hash: string | null
  second_factor_since: Date | null
}

/**
 * The person with this address who may sign in: not an invitation nobody accepted, not an access that has ended, not a demo account beside
 * real ones. An address stored before addresses were normalised matches in its stored notation, which is preferred.
 */
export function userByEmail(services: Services, email: string): Promise<KnownUser | undefined> {
  return services.database.read(null, (db) =>
    db.first<KnownUser>(sql`
    select id, account_id, role, email, first_name, last_name, locale, password_hash, second_factor_since from users
    where email in (${email.toLowerCase()}, ${tidyEmail(email)}) and disabled_at is null
      and password_hash is not null and (access_until is null or access_until > ${services.now()})
      and exists (select from accounts a where a.id = account_id and ${openAccount(services.config)})
    order by email = ${email.toLowerCase()} desc limit 1`),
  )
}

type LinkPurpose = 'password_reset' | 'unlock'

const lifeMs = 30 * 60_000

export const linkHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** E-mails a single-use link to the page for a new password, valid for 30 minutes; earlier links become invalid. Only its hash is stored. */
export async function sendLink(services: Services, user: KnownUser, purpose: LinkPurpose, now: Date): Promise<void> {
  const id = randomUUID()
  const token = randomBytes(32).toString('base64url')
  await services.database.write(null, async (db) => {
    await db.run(
      sql`update one_time_links set used_at = ${now} where user_id = ${user.id} and purpose in ('password_reset', 'unlock') and used_at is null`,
    )
    await db.run(sql`insert into one_time_links (id, user_id, purpose, token_hash, expires_at, created_at)
      values (${id}, ${user.id}, ${purpose}, ${linkHash(token)}, ${new Date(now.getTime() + lifeMs)}, ${now})`)
  })
  const words = {
    name: user.first_name,
    brand: services.config.brand.name,
    link: `${services.config.publicUrl}/new-password?uuid=${id}&token=${token}`,
    support: services.config.brand.supportEmail,
  }
  const message = withRecipientLanguage(user.locale, () =>
    purpose === 'unlock'
      ? { subject: text('mail.unlock.subject', words), text: text('mail.unlock.text', words) }
      : { subject: text('mail.reset.subject', words), text: text('mail.reset.text', words) },
  )
  await services.mail({ to: user.email, ...message })
}
