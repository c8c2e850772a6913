import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import type { KnownUser } from './userByEmail.ts'

export type LinkPurpose = 'password_reset' | 'unlock'

const lifeMs = 30 * 60_000

export const linkHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Sends a link to the page for a new password: once, 30 minutes, the ones before it die. Only its hash is kept. */
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
  const letter = speakingTo(user.locale, () =>
    purpose === 'unlock'
      ? { subject: text('mail.unlock.subject', words), text: text('mail.unlock.text', words) }
      : { subject: text('mail.reset.subject', words), text: text('mail.reset.text', words) },
  )
  await services.mail({ to: user.email, ...letter })
}
