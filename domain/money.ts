import { withoutInvisible } from './plainText.ts'

declare const centsBrand: unique symbol
declare const basisPointsBrand: unique symbol

/** An amount of money: a safe integer of euro cents. Made by {@link cents} only. */
export type Cents = number & { readonly [centsBrand]: true }

/** A rate: an integer of hundredths of a percent, 2100 = 21.00 %. Made by {@link basisPoints} only. */
export type BasisPoints = number & { readonly [basisPointsBrand]: true }

const NO_BREAK_SPACE = '\u00a0'
const MINUS = '\u2212'

/**
 * Brands an integer of euro cents. −0 becomes 0.
 * @throws RangeError unless the value is a safe integer
 */
export function cents(value: number | bigint): Cents {
  const amount = Number(value)
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a safe integer of cents: ${value}`)
  return (amount + 0) as Cents // the one place that brands an amount
}

/**
 * Brands an integer of basis points (1999 = 19.99 %). −0 becomes 0.
 * @throws RangeError unless the value is a safe integer
 */
export function basisPoints(value: number | bigint): BasisPoints {
  const rate = Number(value)
  if (!Number.isSafeInteger(rate)) throw new RangeError(`not a safe integer of basis points: ${value}`)
  return (rate + 0) as BasisPoints // the one place that brands a rate
}

/** Nothing, as an amount. */
export const ZERO: Cents = cents(0)

/** The sum of amounts in cents. */
export function sum(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((total, amount) => total + amount, 0))
}

/**
 * Exact quotient rounded half up; a negative one is rounded half away from zero, so that a refund
 * mirrors its charge (our choice).
 * @throws RangeError when the denominator is 0
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero')
  const negative = numerator < 0n !== denominator < 0n
  const n = numerator < 0n ? -numerator : numerator
  const d = denominator < 0n ? -denominator : denominator
  const quotient = (2n * n + d) / (2n * d)
  return negative ? -quotient : quotient
}

/** `rate` percent of `amount` in cents, rounded half up (our choice). */
export function percentOf(amount: Cents, rate: BasisPoints): Cents {
  return cents(divideHalfUp(BigInt(amount) * BigInt(rate), 10_000n))
}

/** `amount` × `numerator` / `denominator` in cents, exact and rounded half up. */
export function proportion(amount: Cents, numerator: number, denominator: number): Cents {
  return cents(divideHalfUp(BigInt(amount) * BigInt(numerator), BigInt(denominator)))
}

/** Spanish figures without currency: `1.234,56`, always dots for thousands, a real minus sign. */
export function formatAmount(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  const sign = amount < 0 ? MINUS : ''
  return `${sign}${groupThousands(digits.slice(0, -2))},${digits.slice(-2)}`
}

/** As {@link formatAmount}, with a no-break space and the euro sign: `1.234,56 €`. */
export function formatEuros(amount: Cents): string {
  return `${formatAmount(amount)}${NO_BREAK_SPACE}€`
}

/** A rate as a percentage with at most two decimals and a no-break space: `5,9 %`, `21 %`. */
export function formatPercent(rate: BasisPoints): string {
  const digits = String(Math.abs(rate)).padStart(3, '0')
  const decimals = digits.slice(-2).replace(/0+$/, '')
  const sign = rate < 0 ? MINUS : ''
  const whole = groupThousands(digits.slice(0, -2))
  return `${sign}${whole}${decimals && `,${decimals}`}${NO_BREAK_SPACE}%`
}

/** Thousands dots from the right; the input has at most 16 digits. */
function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, '.')
}

/** Why a text is not read as an amount; each has its sentence (`formats.figure.<problem>`). */
export type AmountProblem = 'empty' | 'format' | 'ambiguous' | 'decimals' | 'negative' | 'large'
export type AmountReading = { cents: Cents; problem: null } | { cents: null; problem: AmountProblem }

/** What people and programs put around the figures: € and its code, or % for a rate. */
const UNITS = { '€': /^(?:€|EUR|euros?)\s*|\s*(?:€|EUR|euros?)$/i, '%': /\s*%$/ } as const

const GROUPED = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/
const SEPARATORS = /[.,' ]/g

/** ASCII figures and signs for their full-width, curly and spaced siblings. Superscripts stay, so that 89⁹⁰ is not read as 8990. */
function plainFigures(text: string): string {
  return withoutInvisible(text)
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u2019\u2018\u02bc\u00b4\u0060\u2032]/g, "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Takes one unit and one sign off; the sign may stand behind, as bank statements write it. */
function takeApart(text: string, unit: RegExp): { negative: boolean; figures: string } {
  const outer = plainFigures(text).replace(unit, '')
  const [, before = '', inner = '', after = ''] = /^([+-]?)(.*?)(-?)$/.exec(outer) ?? []
  const figures = inner.trim()
  // "- 5 €" and "-€ 5" are signed once; a second sign stays in the figures and is refused there.
  const bare = before && figures === outer.slice(1).trim() ? figures.replace(unit, '') : figures
  return { negative: before === '-' || after === '-', figures: before && after ? outer : bare }
}

/**
 * Reads an amount as people and programs write it: `1250`, `12,5`, `12.50`, `12'50`, `1.250,00`, `1,250.00`, `1 250,00 €`, `EUR 12`.
 * Comma radix as in Spain: a single dot before exactly three figures groups thousands (`1.250` is 1250), while a single comma or apostrophe there
 * may be either and is refused. More than two decimals are refused, never rounded and never read as thousands.
 * @param options.signed whether the amount may be negative
 * @param options.unit `%` reads a rate of at most two decimals in basis points
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

/** Figures parted at the radix, thousands together; or why they cannot be. */
function wholeAndDecimals(figures: string): { whole: string; decimals: string } | 'format' | 'ambiguous' | 'decimals' {
  if (!/^[\d.,' ]*\d[\d.,' ]*$/.test(figures)) return 'format'
  const ungrouped = (whole: string) => whole.replace(SEPARATORS, '')
  const [, before = '', radix, after = ''] = /^(.*?)(?:([.,'])(\d*))?$/.exec(figures) ?? []
  const signs = figures.match(SEPARATORS) ?? []
  const single = signs.length === 1
  if (radix === undefined)
    return signs.length === 0 || (GROUPED.test(figures) && !before.startsWith('0')) ? { whole: ungrouped(figures), decimals: '' } : 'format'
  // Every separator is the same and parts groups of three: thousands, but for a lone one that could also be the radix.
  if (GROUPED.test(figures) && !figures.startsWith('0'))
    return single && radix !== '.' ? 'ambiguous' : { whole: ungrouped(figures), decimals: '' }
  const whole = /^\d*$/.test(before) || (GROUPED.test(before) && !before.startsWith('0') && !before.includes(radix))
  if (!whole || (radix === "'" && (before === '' || after === ''))) return 'format'
  return after.length > 2 ? 'decimals' : { whole: ungrouped(before) || '0', decimals: after }
}

/** The cents of {@link readAmount}, null for what it refuses. */
export const parseEuros = (text: string, signed = false): Cents | null => readAmount(text, { signed }).cents
