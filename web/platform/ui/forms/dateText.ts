import { formatDate, isLocalDate, parseDateMask } from '#domain/platform/dates'

/** Inserts the dots of a date: "19112026" → "19.11.2026". Digits only, day, month, year. */
export function maskDate(text: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())
  if (iso) return `${iso[3]}.${iso[2]}.${iso[1]}`
  const parts = text.replace(/[^\d./ -]/g, '').split(/[./ -]+/)
  const [first = '', second = '', ...more] = parts
  // A separator typed early ("1." or "1/2/") completes a one-digit day or month.
  const day = parts.length > 1 && first.length === 1 ? `0${first}` : first
  const month = parts.length > 2 && second.length === 1 ? `0${second}` : second
  const figures = (day + month + more.join('')).slice(0, 8)
  const closed = parts.length > 1 && figures.length === 2 ? '.' : parts.length > 2 && figures.length === 4 ? '.' : ''
  return [figures.slice(0, 2), figures.slice(2, 4), figures.slice(4)].filter((part) => part !== '').join('.') + closed
}

/** "31.12.2026" as "2026-12-31"; null unless it is a complete, existing date. */
export function dateFromText(text: string): string | null {
  return text.length === 10 ? parseDateMask(text) : null
}

/** Why a text is no date: it does not exist, or its year is too early; null for an empty text and for a date. */
export function dateProblem(text: string): 'day' | 'year' | null {
  if (text === '' || dateFromText(text) !== null) return null
  const [, day, month, year = ''] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? []
  return year !== '' && year < '1900' && dateFromText(`${day}.${month}.2000`) !== null ? 'year' : 'day'
}

/** "2026-12-31" as "31.12.2026"; empty for null. */
export function textFromDate(date: string | null): string {
  return date !== null && isLocalDate(date) ? formatDate(date) : ''
}
