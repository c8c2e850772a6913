import { type AnnouncementTexts, isShownAt, textOf } from '../../platform/calls/announcements.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { sql } from '../../platform/database/sql.ts'
import { type EmailContent, paragraphs } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'

type Facts = { texts: AnnouncementTexts; email: string; locale: string | null }

/** A message of the provider to somebody of a merchant. Nothing once it is over or was taken back, nor to who has left. */
export const announcementEmail = emailKind<'announcement_email', Facts>({
  load: ({ database, now }, { payload: { announcementId }, accountId, userId }) =>
    database.read(null, (db) =>
      db.first<Facts>(sql`select n.texts, u.email, u.locale from announcements n join members u on u.id = ${userId} and u.account_id = ${accountId}
        where n.id = ${announcementId} and ${isShownAt(now())} and u.removed_at is null and u.disabled_at is null`),
    ),
  render: announcementContent,
})

export function announcementContent({ texts }: Facts, { brand, publicUrl }: Services['config']): EmailContent {
  const { title, text: words } = textOf(texts)
  return {
    subject: title,
    blocks: [...paragraphs(words), { kind: 'button', label: text('mail.announcement.button', { brand: brand.name }), url: publicUrl }],
    reason: 'member',
  }
}
