import { formatDateTime } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import { addressAt } from '../../platform/outbox/addressAt.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import { enqueue } from '../../platform/outbox/enqueue.ts'
import type { AccountNews } from '../../platform/outbox/outboxKinds.ts'

/** Queues an e-mail to a person about a change of their access, in its transaction. */
export const queueAccountEmail = (db: Connection, userId: string, news: AccountNews, now: Date): void =>
  enqueue(db, 'account_email', { subject: `${userId}/${news}/${now.toISOString()}`, payload: { news }, about: null, userId, at: now })

type Stored = { email: string; first_name: string; locale: string | null; codes_left: number }
type Facts = Stored & { news: AccountNews; at: Date }

/** An e-mail to a person about a change of their access, to the address that they had then. */
export const accountEmail = emailKind<'account_email', Facts>({
  async load({ database }, { userId, createdAt, payload: { news } }) {
    const stored = await database.read(null, (db) =>
      db.first<Stored>(sql`select ${addressAt(userId, createdAt)} as email, u.first_name, u.locale,
        (select count(*)::int from recovery_codes c where c.user_id = u.id and c.used_at is null) as codes_left from users u where u.id = ${userId}`),
    )
    return stored && { ...stored, news, at: createdAt }
  },
  render: accountContent,
})

export function accountContent(
  { news, first_name: name, at, codes_left: left }: Facts,
  { brand, publicUrl }: Services['config'],
): EmailContent {
  const words = { name, left, brand: brand.name, when: formatDateTime(at), address: publicUrl, support: brand.supportEmail }
  const ofFactor = { ...words, address: `${publicUrl}/settings/security` }
  const reason = 'member'
  const contents = {
    password: () => writeEmail('mail.password', words, { reason }),
    reuse: () => writeEmail('mail.reuse', words, { reason }),
    factor_added: () => writeEmail('mail.factorAdded', ofFactor, { reason }),
    factor_removed: () => writeEmail('mail.factorRemoved', ofFactor, { reason }),
    factor_reset: () => writeEmail('mail.factorReset', ofFactor, { reason }),
    sessions_closed: () => writeEmail('mail.sessionsClosed', words, { reason }),
    recovery_used: () => writeEmail('mail.recoveryUsed', ofFactor, { reason }),
  }
  return contents[news]()
}
