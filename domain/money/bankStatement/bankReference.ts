/** A settlement's number has six figures, so that figures right after it belong to something else. */
const complete = /\d{6}$/

/** What stands between the parts of a reference in a bank's text: any signs, or nothing. */
const between = '[^\\p{L}\\p{N}]*'

/** A bank's text as it stands, and without its signs to be found faster. */
type SearchedText = { text: string; compact: string }
export const searchedText = (text: string): SearchedText => ({ text, compact: text.toUpperCase().replace(/[^A-Z0-9]/g, '') })

/**
 * Makes the test of whether a bank's text names a reference: whatever separates its parts, whatever is written right before or after it, also where a
 * line break of the bank cuts it in two. It is read as the bank wrote it, because without its separators an amount or a date after the reference
 * would look like more figures of it. LIQ-2026-12 is not named by LIQ-2026-123, nor by half a reference before a date.
 */
export function namesReference(reference: string): (searched: SearchedText) => boolean {
  const pattern = patternOf(reference)
  const { compact: plain } = searchedText(reference)
  return ({ text, compact }) => pattern !== null && compact.includes(plain) && pattern.test(text)
}

function patternOf(reference: string): RegExp | null {
  const parts = reference.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  if (parts.length === 0) return null
  const whole = parts.join(between) + (complete.test(reference) ? '' : '(?!\\d)')
  const broken = `${parts.map((part) => [...part].join('\\s*')).join(between)}(?!\\d|[.,/-]\\d)`
  return new RegExp(`${whole}|${broken}`, 'iu')
}

const settlement = /L\s?I\s?Q[^\p{L}\p{N}]*((?:\d\s*){4})[^\p{L}\p{N}]*((?:\d\s*){6})/giu

/** The settlements that a bank's text names, each as `YYYYNNNNNN`. */
export const settlementNumbers = (text: string): string[] =>
  [...text.matchAll(settlement)].map(([, year = '', number = '']) => `${year}${number}`.replace(/\s/g, ''))

/** Whether a text speaks of settlements at all, whole references or not. */
export const speaksOfSettlements = (text: string): boolean => /LIQ[^\p{L}\p{N}]*\d{4}/iu.test(text)

/** So much of a bank's text is shown beside a settlement, and so much of that before its reference. */
const shown = 80
const shownBefore = 20

/** A bank's text, cut where it is long, but never within the reference that it names. */
export function excerptAround(text: string, reference: string): string {
  if (text.length <= shown) return text
  const at = patternOf(reference)?.exec(text)?.index ?? 0
  const start = at > shown - 2 * shownBefore ? at - shownBefore : 0
  const end = start + shown
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
