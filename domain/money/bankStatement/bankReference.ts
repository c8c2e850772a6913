/** A settlement's number has six digits, so that digits right after it belong to something else. */
const complete = /\d{6}$/

/** Separators between the parts of a reference in a bank's text: any characters, or none. */
const between = '[^\\p{L}\\p{N}]*'

/** A bank's text unchanged, and without separators for a faster search. */
type SearchedText = { text: string; compact: string }
export const searchedText = (text: string): SearchedText => ({ text, compact: text.toUpperCase().replace(/[^A-Z0-9]/g, '') })

/**
 * Builds the test of whether a bank's text contains a reference: with any separators between its parts, any text right before or after it, and also broken
 * by a line break. The text is matched with its separators, because without them an amount or date after the reference would look like further digits.
 * LIQ-2026-12 is not matched by LIQ-2026-123, nor by half a reference before a date.
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

/** The settlements named in a bank's text, each as `YYYYNNNNNN`. */
export const settlementNumbers = (text: string): string[] =>
  [...text.matchAll(settlement)].map(([, year = '', number = '']) => `${year}${number}`.replace(/\s/g, ''))

/** Whether a text mentions settlements at all, with complete references or not. */
export const mentionsSettlements = (text: string): boolean => /LIQ[^\p{L}\p{N}]*\d{4}/iu.test(text)

/** Maximum length of a bank's text shown next to a settlement, and of its part before the reference. */
const shown = 80
const shownBefore = 20

/** A bank's text, truncated, but never within its reference. */
export function excerptAround(text: string, reference: string): string {
  if (text.length <= shown) return text
  const at = patternOf(reference)?.exec(text)?.index ?? 0
  const start = at > shown - 2 * shownBefore ? at - shownBefore : 0
  const end = start + shown
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
