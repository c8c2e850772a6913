declare const localDateBrand: unique symbol

/** A calendar day in Madrid, `YYYY-MM-DD`, without time. Made by {@link localDate} only. */
export type LocalDate = string & { readonly [localDateBrand]: true }

export const DAY_MS = 86_400_000
const FIRST_SERIAL = Date.UTC(1000, 0, 1)
const LAST_SERIAL = Date.UTC(9999, 11, 31)
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text is an existing day written `YYYY-MM-DD`, years 1000 to 9999. */
export function isLocalDate(text: string): text is LocalDate {
  const match = ISO_DAY.exec(text)
  return match !== null && exists(Number(match[1]), Number(match[2]), Number(match[3]))
}

/**
 * Brands a day.
 * @throws RangeError unless it is an existing day written `YYYY-MM-DD`
 */
export function localDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`not a day: ${text}`)
  return text
}

function exists(year: number, month: number, day: number): boolean {
  return year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function compose(year: number, month: number, day: number): LocalDate {
  const pad = (value: number) => String(value).padStart(2, '0')
  return localDate(`${year}-${pad(month)}-${pad(day)}`)
}

function parts(day: LocalDate): [year: number, month: number, day: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}

/** Milliseconds of the day's midnight in UTC: used as a day number, never as an instant. */
function serial(day: LocalDate): number {
  const [year, month, dayOfMonth] = parts(day)
  return Date.UTC(year, month - 1, dayOfMonth)
}

/** The day of a day number, clamped to the first and last representable days. */
function fromSerial(ms: number): LocalDate {
  const date = new Date(Math.min(Math.max(ms, FIRST_SERIAL), LAST_SERIAL))
  return compose(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

let madridFormat: Intl.DateTimeFormat | undefined

/** The local time in Madrid at an instant by `Intl`, as if it were UTC, in milliseconds. */
function readMadridClock(instant: Date): number {
  madridFormat ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Madrid',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  const field: Record<string, number> = {}
  for (const { type, value } of madridFormat.formatToParts(instant)) field[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = field
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

export const HOUR_MS = 3_600_000
const FIRST_COMMON_CHANGE = Date.UTC(1996, 0, 1)
const summers = new Map<number, [start: number, end: number]>()

/** 01:00 UTC of a month's last Sunday, the hour at which clocks change. */
function changeIn(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return last.getTime() - last.getUTCDay() * DAY_MS + HOUR_MS
}

/** Summer time of a year: from the last Sunday of March to that of October (Directive 2000/84/EC; so since 1996). */
function summerOf(year: number): [start: number, end: number] {
  const known = summers.get(year)
  if (known) return known
  const found: [number, number] = [changeIn(year, 2), changeIn(year, 9)]
  summers.set(year, found)
  return found
}

/**
 * The local time in Madrid at an instant, as if it were UTC, in milliseconds (whole seconds). Computed by the directive's rule,
 * because `Intl` is slow; a test compares the two. Before 1996 `Intl` is used.
 */
function madridClock(instant: Date): number {
  const ms = Math.floor(instant.getTime() / 1_000) * 1_000
  if (!(ms >= FIRST_COMMON_CHANGE)) return readMadridClock(instant)
  const [start, end] = summerOf(instant.getUTCFullYear())
  return ms + (ms >= start && ms < end ? 2 : 1) * HOUR_MS
}

/**
 * The day in Madrid at an instant, whatever the machine's time zone.
 * @throws RangeError for an invalid date
 */
export function madridDay(instant: Date): LocalDate {
  return fromSerial(madridClock(instant))
}

/**
 * The first instant of a day in Madrid, also on the days of 23 and 25 hours. Clocks change at 01:00
 * UTC, after midnight in Madrid, so that midnight in UTC has the same offset (since 1996).
 */
export function startOfMadridDay(day: LocalDate): Date {
  return madridMidnight(serial(day))
}

/** The first instant after a day in Madrid, also after the last representable day. */
export function startOfNextMadridDay(day: LocalDate): Date {
  return madridMidnight(serial(day) + DAY_MS)
}

const madridMidnight = (midnight: number): Date => new Date(2 * midnight - madridClock(new Date(midnight)))

/** The last millisecond of a day in Madrid: "hasta el 31.12.2026 inclusive". */
export function endOfMadridDay(day: LocalDate): Date {
  return new Date(startOfNextMadridDay(day).getTime() - 1)
}

/** The day `count` days later, or earlier if negative; clamped to 1000-01-01 and 9999-12-31. */
export function addDays(day: LocalDate, count: number): LocalDate {
  return fromSerial(serial(day) + count * DAY_MS)
}

/**
 * The day `count` months later, clamped to the end of the month. `anchorDay` is the day of the
 * month to aim for (by default the day's own): 31 Jan, 28 Feb, 31 Mar, so that a plan keeps its day. Clamped like {@link addDays}.
 */
export function addMonths(day: LocalDate, count: number, anchorDay?: number): LocalDate {
  const [year, month, dayOfMonth] = parts(day)
  const months = year * 12 + (month - 1) + count
  const newYear = Math.floor(months / 12)
  if (newYear < 1000 || newYear > 9999) return fromSerial(newYear < 1000 ? FIRST_SERIAL : LAST_SERIAL)
  const newMonth = months - newYear * 12 + 1
  return compose(newYear, newMonth, Math.min(anchorDay ?? dayOfMonth, daysInMonth(newYear, newMonth)))
}

/** Days from `start` to `end`; negative when `end` comes first. */
export function daysBetween(start: LocalDate, end: LocalDate): number {
  return Math.round((serial(end) - serial(start)) / DAY_MS)
}

/** Day of the month, 1 to 31. */
export function dayOfMonth(day: LocalDate): number {
  return parts(day)[2]
}

/** Day of the week by ISO 8601: 1 Monday to 7 Sunday. */
export function weekday(day: LocalDate): number {
  return new Date(serial(day)).getUTCDay() || 7
}

/** `31.12.2026`; an instant is shown as its day in Madrid: day.month.year. */
export function formatDate(day: LocalDate | Date): string {
  const text = day instanceof Date ? madridDay(day) : day
  return `${text.slice(8, 10)}.${text.slice(5, 7)}.${text.slice(0, 4)}`
}

/** `09:42`, local time in Madrid. */
export function formatTime(instant: Date): string {
  return new Date(madridClock(instant)).toISOString().slice(11, 16)
}

/** `31.12.2026, 09:42`, day and local time in Madrid. */
export function formatDateTime(instant: Date): string {
  return `${formatDate(instant)}, ${formatTime(instant)}`
}

const DATE_MASK = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

/**
 * Reads a day typed as day.month.year, with or without leading zeros.
 * Year 1900 to 9999, month 1 to 12, day 1 to 31; it must also exist.
 * @returns null for anything else
 */
export function parseDateMask(text: string): LocalDate | null {
  const match = DATE_MASK.exec(text.trim())
  if (!match) return null
  const [day, month, year] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1900 && exists(year, month, day) ? compose(year, month, day) : null
}
