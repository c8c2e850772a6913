import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { tidyEmail } from '#domain/platform/emailAddress'
import type { Role } from '#domain/access/roles'
import type { Services } from '../../platform/calls/call.ts'
import { homeMembership } from '../../platform/calls/membership.ts'
import { withRecipientLanguage } from '../../platform/calls/messages.ts'
import { sql } from '../../platform/database/sql.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { passwordContent } from './accessContents.ts'

/** A person who may sign in. Account and role: of the account where they begin (`homeMembership`). */
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
 * The person with this address who may sign in: not one who accepted no invitation, whose access has ended everywhere, or who has only demo accounts beside
 * real ones. An address stored before addresses were normalised matches in its stored notation, which is preferred.
 */
export function userByEmail(services: Services, email: string): Promise<KnownUser | undefined> {
  return services.database.read(null, (db) =>
    db.first<KnownUser>(sql`
    select u.id, h.account_id, h.role, u.email, u.first_name, u.last_name, u.locale, u.password_hash, u.second_factor_since
    from users u join ${homeMembership(services.now(), services.config)} on true
    where u.email in (${email.toLowerCase()}, ${tidyEmail(email)}) and u.closed_at is null and u.password_hash is not null
    order by u.email = ${email.toLowerCase()} desc limit 1`),
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
  const message = withRecipientLanguage(user.locale, () => composeEmail(passwordContent(purpose, words), services.config))
  await services.mail({ to: user.email, ...message })
}
