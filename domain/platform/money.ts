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

/** Like {@link cents}, for an amount that may be missing. */
export const centsOrNull = (value: number | bigint | null): Cents | null => (value === null ? null : cents(value))

/**
 * Brands an integer of basis points (1999 = 19.99 %). −0 becomes 0.
 * @throws RangeError unless the value is a safe integer
 */
export function basisPoints(value: number | bigint): BasisPoints {
  const rate = Number(value)
  if (!Number.isSafeInteger(rate)) throw new RangeError(`not a safe integer of basis points: ${value}`)
  return (rate + 0) as BasisPoints // the one place that brands a rate
}

/** Zero euros. */
export const ZERO: Cents = cents(0)

/** The sum of amounts in cents. */
export function sum(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce<number>((total, amount) => total + amount, 0))
}

/**
 * Exact quotient rounded half up; a negative one is rounded half away from zero, so that a refund
 * mirrors its charge (docs/domain.md#money-time-and-mode).
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

/** `rate` percent of `amount` in cents, rounded half up. */
export function percentOf(amount: Cents, rate: BasisPoints): Cents {
  return cents(divideHalfUp(BigInt(amount) * BigInt(rate), 10_000n))
}

/** `amount` × `numerator` / `denominator` in cents, exact and rounded half up. */
export function proportion(amount: Cents, numerator: number, denominator: number): Cents {
  return cents(divideHalfUp(BigInt(amount) * BigInt(numerator), BigInt(denominator)))
}

/** Spanish format without currency: `1.234,56`, always with thousands dots, and U+2212 as minus sign. */
export function formatAmount(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  const sign = amount < 0 ? MINUS : ''
  return `${sign}${groupThousands(digits.slice(0, -2))},${digits.slice(-2)}`
}

/** Like {@link formatAmount}, with a no-break space and the euro sign: `1.234,56 €`. */
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
