import { formatDate, formatDateTime, formatTime, isLocalDate, madridDay } from '#domain/dates'
import { basisPoints, cents, formatEuros, formatPercent } from '#domain/money'
import { t } from './t.ts'
import { serverNow } from '../api/serverClock.ts'

/** `1.234,56 €` from integer cents. */
export const money = (amountCents: number): string => formatEuros(cents(amountCents))

/** `5,9 %` from basis points. */
export const percent = (rate: number): string => formatPercent(basisPoints(rate))

/** Remembers what a text was written as: a list says each instant several times, and Madrid's clock is slow to read. */
function remembered(write: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text) ?? write(text)
    if (known.size > 500) known.clear()
    known.set(text, found)
    return found
  }
}

/** `31.12.2026` from an instant or a day on the wire, in Madrid. */
export const date = remembered((text) => formatDate(isLocalDate(text) ? text : new Date(text)))

/** `09:42`, the clock in Madrid. */
export const time = remembered((instant) => formatTime(new Date(instant)))

/** `31.12.2026, 09:42` in Madrid. */
export const dateTime = (instant: string): string => formatDateTime(new Date(instant))

/** `Hoy, 15:10`, `Ayer, 09:00`, `Mañana, 12:00`, else day and clock. */
export function nearTime(instant: string, now = serverNow()): string {
  const at = new Date(instant)
  const days = Math.round((Date.parse(madridDay(at)) - Date.parse(madridDay(now))) / 86_400_000)
  const clock = formatTime(at)
  if (days === 0) return t('formats.today', { clock })
  if (days === 1) return t('formats.tomorrow', { clock })
  return days === -1 ? t('formats.yesterday', { clock }) : formatDateTime(at)
}
