import { joinTexts } from '#domain/platform/direction'
import type { WorkItem } from '#contract/merchants/inbox'
import { urgencyOf, type WorkGroup } from '#domain/merchants/inbox'
import { nearTime, time } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import { leftText, whenText } from '../../sales/operationStatus/operationText.ts'
import { timeLeft } from '../../sales/operationStatus/timeLeft.ts'

/** The subject of an item; a sale without a customer name yet shows its number or its kind. */
export function subjectText({ subject, reference, kind }: Pick<WorkItem, 'subject' | 'reference' | 'kind'>): string {
  if (kind === 'document_rejected' || kind === 'document_expiring') return tOr(`company.paper.${subject}`, `inbox.one.${kind}`)
  return subject || reference || t(`inbox.one.${kind}`)
}

/** Subject and order number in one line. */
export const detailText = (item: Pick<WorkItem, 'subject' | 'reference' | 'kind'>): string =>
  joinTexts([subjectText(item), item.subject && referenceText(item)])

/** The order number as the merchant writes it; of a permission request, the permission’s name; of a view, the number of rows. */
function referenceText({ kind, reference }: Pick<WorkItem, 'reference' | 'kind'>): string | null {
  if (kind === 'access_request') return tOr(`team.right.${reference}`, 'inbox.one.access_request')
  if (kind === 'iban_frozen' && reference !== null) return t('inbox.frozenActs', { count: reference })
  return kind === 'view_watched' && reference !== null ? t('inbox.viewCount', { count: reference }) : reference
}

/** What a group waits for: "2 capturas caducan hoy". */
export function groupText({ kind, items }: WorkGroup<WorkItem>, now: Date): string {
  const count = items.length
  const today = kind === 'capture' && items.every(({ deadline }) => deadline !== null && urgencyOf(new Date(deadline), now) === 'now')
  return today ? t('inbox.group.captureToday', { count }) : t(`inbox.group.${kind}`, { count })
}

/** The subjects of a group: one, two, or the first and how many more. */
export function groupSubjects(items: readonly WorkItem[]): string {
  const [one, other, ...more] = items
  if (!one) return ''
  if (!other) return detailText(one)
  const first = subjectText(one)
  return more.length === 0
    ? t('inbox.subjects.two', { one: first, other: subjectText(other) })
    : t('inbox.subjects.more', { one: first, count: items.length - 1 })
}

/** "Hoy, 15:10 · quedan 4 h", a date, or since when it has waited. */
export function itemWhen({ deadline, since }: Pick<WorkItem, 'deadline' | 'since'>, now: Date): string {
  if (deadline === null) return t('inbox.since', { when: nearTime(since, now) })
  const at = new Date(deadline)
  return urgencyOf(at, now) === 'now' ? t('inbox.whenLeft', { when: time(deadline), left: leftText(timeLeft(at, now)) }) : whenText(at, now)
}

/** Share of an item’s time that is left, 0 to 1. */
export function shareLeft({ deadline, since }: Pick<WorkItem, 'deadline' | 'since'>, now: Date): number {
  if (deadline === null) return 1
  const whole = Date.parse(deadline) - Date.parse(since)
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (Date.parse(deadline) - now.getTime()) / whole))
}
