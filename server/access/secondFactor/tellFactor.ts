import { formatDateTime } from '#domain/platform/dates'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { speakingTo, text } from '../../platform/calls/messages.ts'
import { afterwards } from '../session/afterwards.ts'

export type FactorNews = 'added' | 'removed' | 'recovery'

/** Tells a person by mail, after the answer, what became of their second factor. */
export async function tellFactor(services: Services, userId: string, what: FactorNews, now: Date): Promise<void> {
  const user = await services.database.read(null, (db) =>
    db.first<{ email: string; first_name: string; locale: string | null; left: number }>(sql`select email, first_name, locale,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as left from users where id = ${userId}`),
  )
  if (!user) return
  const { brand, publicUrl } = services.config
  const words = {
    name: user.first_name,
    brand: brand.name,
    when: formatDateTime(now),
    address: `${publicUrl}/settings/security`,
    support: brand.supportEmail,
    left: user.left,
  }
  const letters = {
    added: () => ({ subject: text('mail.factorAdded.subject', words), text: text('mail.factorAdded.text', words) }),
    removed: () => ({ subject: text('mail.factorRemoved.subject', words), text: text('mail.factorRemoved.text', words) }),
    recovery: () => ({ subject: text('mail.recoveryUsed.subject', words), text: text('mail.recoveryUsed.text', words) }),
  }
  afterwards(services, `factor_${what}`, () => services.mail({ to: user.email, ...speakingTo(user.locale, letters[what]) }))
}
