import type { InvoiceRow } from '#contract/money/invoices'
import { addDays, addMonths, daysBetween, isLocalDate, localDate, type LocalDate } from '#domain/platform/dates'
import { monthText } from '../../platform/i18n/calendar.ts'
import { date } from '../../platform/i18n/format.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { t } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** Icon of each status. */
export const invoiceKind: Record<InvoiceRow['status'], StatusKind> = { issued: 'accepted-outlined', rectified: 'stopped' }

/** "octubre de 2026", "4T 2026" or "2026" for whole months, otherwise first and last day. */
export function periodText({ from, to }: { from: string; to: string }): string {
  if (!isLocalDate(from) || !isLocalDate(to)) return t('settlements.period', { from: date(from), to: date(to) })
  const first = from
  const wholeMonths = first.endsWith('-01') ? [1, 3, 12].find((months) => addDays(addMonths(first, months), -1) === to) : undefined
  const [year = '', month = ''] = first.split('-')
  if (wholeMonths === 1) return monthText(from)
  if (wholeMonths === 3 && Number(month) % 3 === 1) return t('invoices.quarter', { quarter: String(Math.ceil(Number(month) / 3)), year })
  if (wholeMonths === 12 && month === '01') return year
  return t('settlements.period', { from: date(from), to: date(to) })
}

/** The same, capitalized for use as a title. */
export function periodTitle(period: { from: string; to: string }): string {
  const text = periodText(period)
  return text.charAt(0).toLocaleUpperCase(pageLanguage()) + text.slice(1)
}

/** Second line of the status: the rectifying invoice, or that the member has downloaded it. */
export function stateDetail({ rectifiedBy, downloadedAt }: InvoiceRow): string | null {
  const last = rectifiedBy.at(-1)
  if (last) return t('invoices.state.rectifiedBy', { number: last.number })
  return downloadedAt === null ? null : t('invoices.downloaded')
}

/** How long an invoice that the member has not downloaded is marked as new, in days: until the next month's is there. */
const newForDays = 35

/** Whether the member has not downloaded an invoice of the last weeks; older ones are not marked. */
export const isNew = ({ downloadedAt, issuedOn }: Pick<InvoiceRow, 'downloadedAt' | 'issuedOn'>, today: LocalDate): boolean =>
  downloadedAt === null && isLocalDate(issuedOn) && daysBetween(localDate(issuedOn), today) < newForDays
