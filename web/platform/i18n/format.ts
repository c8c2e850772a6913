import { formatDate, formatDateTime, formatTime, isLocalDate, madridDay } from '#domain/platform/dates'
import { formatQuantity } from '#domain/platform/formatQuantity'
import { basisPoints, cents, formatEuros, formatPercent } from '#domain/platform/money'
import { t } from './t.ts'
import { serverNow } from '../api/serverClock.ts'

/** Shown for a number or an instant that another API did not send. */
const unknown = '—'
const at = (instant: string, write: (moment: Date) => string): string => {
  const moment = new Date(instant)
  return Number.isNaN(moment.getTime()) ? unknown : write(moment)
}

/** `1.234,56 €` from integer cents. */
export const money = (amountCents: number): string => (Number.isNaN(amountCents) ? unknown : formatEuros(cents(amountCents)))

/** `1,5` units, kilos or metres. */
export const quantity = formatQuantity

/** `5,9 %` from basis points. */
export const percent = (rate: number): string => (Number.isNaN(rate) ? unknown : formatPercent(basisPoints(rate)))

/** Memoizes a formatter: a list repeats each instant several times, and time zone conversion is slow. */
function memoized(write: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const formatted = known.get(text) ?? write(text)
    if (known.size > 500) known.clear()
    known.set(text, formatted)
    return formatted
  }
}

/** `31.12.2026` from an ISO instant or day, in Madrid. */
export const date = memoized((text) => (isLocalDate(text) ? formatDate(text) : at(text, formatDate)))

/** `09:42`, the time in Madrid. */
export const time = memoized((instant) => at(instant, formatTime))

/** `31.12.2026, 09:42` in Madrid. */
export const dateTime = (instant: string): string => at(instant, formatDateTime)

/** `Hoy, 15:10`, `Ayer, 09:00`, `Mañana, 12:00`, else date and time. */
export const nearTime = (instant: string, now = serverNow()): string =>
  at(instant, (moment) => {
    const days = Math.round((Date.parse(madridDay(moment)) - Date.parse(madridDay(now))) / 86_400_000)
    const clock = formatTime(moment)
    if (days === 0) return t('formats.today', { clock })
    if (days === 1) return t('formats.tomorrow', { clock })
    return days === -1 ? t('formats.yesterday', { clock }) : formatDateTime(moment)
  })
