import { isMailed, noticeTypeNames, quietUntil } from '#domain/merchants/notices'
import type { Mode } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { type EmailContent, paragraphs, writeEmail } from '../../platform/emails/content.ts'
import { emailKind } from '../../platform/outbox/emailKind.ts'
import type { Entry } from '../../platform/outbox/outboxKinds.ts'
import type { NoticeValue } from '../notices/notify.ts'
import { visibleTo } from '../notices/visibleTo.ts'
import { shownValues } from './shownValues.ts'

type Facts = {
  type: string
  values: NoticeValue[]
  action_url: string | null
  mode: Mode | null
  shop: string | null
  email: string
  locale: string | null
  quiet_from: number | null
  quiet_to: number | null
}

const mailedWhenChosen = noticeTypeNames.filter((type) => !isMailed(type))

/** The e-mail of a notice, to somebody who chose it, or who has not turned off a type that is mailed by default, outside their quiet hours. */
export const noticeEmail = emailKind<'notice_email', Facts>({
  async load({ database, now }, entry) {
    const facts = await database.read(null, (db) => db.first<Facts>(readFacts(entry)))
    const quiet = facts && facts.quiet_from !== null && facts.quiet_to !== null ? { from: facts.quiet_from, to: facts.quiet_to } : null
    const until = quiet && quietUntil(now(), quiet)
    return until ? { postponedUntil: until } : facts
  },
  render: noticeContent,
})

/** Nothing for somebody who has left or switched it off; types without a setting are always sent. */
const readFacts = ({ payload: { notificationId: id }, userId }: Entry<'notice_email'>) =>
  sql`select n.type, n.values, n.action_url, n.mode, m.name as shop, u.email, u.locale, s.quiet_from, s.quiet_to
    from notifications n join members u on u.id = ${userId} and u.account_id = n.account_id and u.disabled_at is null and (u.access_until is null or u.access_until > now())
      left join notification_choices c on c.user_id = u.id and c.type = n.type
      left join notification_settings s on s.user_id = u.id left join merchants m on m.id = n.merchant_id
    where n.id = ${id} and ${visibleTo(sql`n`, sql`u.id`, sql`u.sandbox_only`)} and coalesce(c.email, n.type <> all(${mailedWhenChosen}::text[]))`

/** The e-mail of a notice, in the current language: what happened, why, and what to do next. */
export function noticeContent(
  { type, values, action_url: path, mode, shop }: Pick<Facts, 'type' | 'values' | 'action_url' | 'mode' | 'shop'>,
  { publicUrl, brand }: Services['config'],
): EmailContent {
  const key = `shell.notification.${type}`
  const shown = Object.fromEntries(shownValues(values).map((one) => [one.key, one.value]))
  const words = text(hasText(key) ? key : 'shell.notification.other', shown)
  const withMode = mode === 'sandbox' ? text('mail.notice.test', { words }) : words
  const next = `mail.next.${type}`
  const sentences = [
    withMode,
    ...(shown['why'] ? [text('shell.notification.why', { why: shown['why'] })] : []),
    ...(hasText(next) ? [text(next, { ...shown, support: brand.supportEmail })] : []),
  ]
  const link = `${publicUrl}${path ?? '/'}`
  const content = writeEmail(
    'mail.notice',
    { words: withMode, shop: shop ?? '', link },
    { reason: 'member', blocks: { words: sentences.flatMap(paragraphs) } },
  )
  return { ...content, title: withMode, ...(shop === null && { subject: withMode }) }
}
