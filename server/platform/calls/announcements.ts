import type { Account } from '#contract/access/account'
import type { Language } from '#domain/platform/languages'
import type { Mode } from '../database/scope.ts'
import { sql, type Sql } from '../database/sql.ts'
import { currentLanguage } from './messages.ts'
import { hexOf } from './wire.ts'

/** What staff wrote, by language. */
export type AnnouncementTexts = Partial<Record<Language, { title: string; text: string }>>
/** An announcement in the JSON of {@link shownAnnouncements}. */
export type ShownAnnouncement = { id: string; texts: AnnouncementTexts; mode: Mode | null; until_at: string }

/** SQL: whether an announcement `n` has begun, is not over, and was not taken back. */
export const isShownAt = (now: Date): Sql => sql`n.ended_at is null and n.from_at <= ${now} and n.until_at > ${now}`

/** SQL: the announcements that people of an account see now, latest first, as a JSON array. */
export const shownAnnouncements = (
  accountId: Sql,
  now: Date,
): Sql => sql`(select coalesce(json_agg(json_build_object('id', n.id, 'texts', n.texts, 'mode', n.mode, 'until_at', n.until_at)
    order by n.from_at desc, n.id), '[]') from announcements n where ${isShownAt(now)} and (n.account_ids is null or ${accountId} = any(n.account_ids)))`

/** SQL: when the next announcement begins that people of an account will see, if within a day: their panel reads again then. */
export const nextAnnouncementAt = (
  accountId: Sql,
  now: Date,
): Sql => sql`(select min(n.from_at) from announcements n where n.ended_at is null
    and n.from_at > ${now} and n.from_at < ${new Date(now.getTime() + 86_400_000)} and (n.account_ids is null or ${accountId} = any(n.account_ids)))`

/** The text in the current language, or in Spanish. */
export function textOf(texts: AnnouncementTexts): { title: string; text: string } {
  const found = texts[currentLanguage()] ?? texts.es
  if (!found) throw new Error('an announcement without a Spanish text')
  return found
}

/** In the contract's shape. */
export const announcementOf = ({ id, texts, mode, until_at: until }: ShownAnnouncement): NonNullable<Account['announcements']>[number] => ({
  id: hexOf(id),
  ...textOf(texts),
  mode,
  until: new Date(until).toISOString(),
})
