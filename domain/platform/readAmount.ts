import { cents, type Cents } from './money.ts'
import { withoutInvisible } from './plainText.ts'

/** Why a text is refused as an amount; each has a message (`formats.figure.<problem>`). */
export type AmountProblem = 'empty' | 'format' | 'ambiguous' | 'decimals' | 'negative' | 'large'
type AmountReading = { cents: Cents; problem: null } | { cents: null; problem: AmountProblem }

/** Units around the number: € and its code, or % for a rate. */
const UNITS = { '€': /^(?:€|EUR|euros?)\s*|\s*(?:€|EUR|euros?)$/i, '%': /\s*%$/ } as const

const GROUPED = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/
const SEPARATORS = /[.,' ]/g

/** Replaces full-width and typographic digits and signs by ASCII. Superscripts are kept, so that 89⁹⁰ is not parsed as 8990. */
function plainFigures(text: string): string {
  return withoutInvisible(text)
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u2019\u2018\u02bc\u00b4\u0060\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes one unit and one sign; the sign may be at the end, as in bank statements. */
function takeApart(text: string, unit: RegExp): { negative: boolean; figures: string } {
  const outer = plainFigures(text).replace(unit, '')
  const [, before = '', inner = '', after = ''] = /^([+-]?)(.*?)(-?)$/.exec(outer) ?? []
  const figures = inner.trim()
  // "- 5 €" and "-€ 5" have one sign; a second sign remains and is refused later.
  const bare = before && figures === outer.slice(1).trim() ? figures.replace(unit, '') : figures
  return { negative: before === '-' || after === '-', figures: before && after ? outer : bare }
}

/**
 * Parses an amount in the formats of people and programs: `1250`, `12,5`, `12.50`, `12'50`, `1.250,00`, `1,250.00`, `1 250,00 €`, `EUR 12`.
 * Comma radix as in Spain: a single dot before exactly three digits groups thousands (`1.250` is 1250), while a single comma or apostrophe there
 * is ambiguous and refused. More than two decimals are refused, never rounded and never parsed as thousands.
 * @param options.signed whether the amount may be negative
 * @param options.unit `%` parses a rate of at most two decimals to basis points
 */
export function readAmount(text: string, options: { signed?: boolean; unit?: '€' | '%' } = {}): AmountReading {
  const no = (problem: AmountProblem): AmountReading => ({ cents: null, problem })
  if (plainFigures(text) === '') return no('empty')
  const { negative, figures } = takeApart(text, UNITS[options.unit ?? '€'])
  const number = wholeAndDecimals(figures)
  if (typeof number === 'string') return no(number)
  if (negative && !options.signed) return no('negative')
  const amount = Number(number.whole + number.decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(amount)) return no('large')
  return { cents: cents(negative ? -amount : amount), problem: null }
}

/** The digits before and after the decimal separator, or why they cannot be separated. */
function wholeAndDecimals(figures: string): { whole: string; decimals: string } | 'format' | 'ambiguous' | 'decimals' {
  if (!/^[\d.,' ]*\d[\d.,' ]*$/.test(figures)) return 'format'
  const ungrouped = (whole: string) => whole.replace(SEPARATORS, '')
  const [, before = '', radix, after = ''] = /^(.*?)(?:([.,'])(\d*))?$/.exec(figures) ?? []
  const signs = figures.match(SEPARATORS) ?? []
  const single = signs.length === 1
  if (radix === undefined)
    return signs.length === 0 || (GROUPED.test(figures) && !before.startsWith('0')) ? { whole: ungrouped(figures), decimals: '' } : 'format'
  // One kind of separator between groups of three: thousands, except a single one that could also be the decimal separator.
  if (GROUPED.test(figures) && !figures.startsWith('0'))
    return single && radix !== '.' ? 'ambiguous' : { whole: ungrouped(figures), decimals: '' }
  const whole = /^\d*$/.test(before) || (GROUPED.test(before) && !before.startsWith('0') && !before.includes(radix))
  if (!whole || (radix === "'" && (before === '' || after === ''))) return 'format'
  return after.length > 2 ? 'decimals' : { whole: ungrouped(before) || '0', decimals: after }
}

/** The cents of {@link readAmount}; null when it refuses. */
export const parseEuros = (text: string, signed = false): Cents | null => readAmount(text, { signed }).cents
