import { basisPoints, cents, divideHalfUp, sum, type BasisPoints, type Cents } from '../../platform/money.ts'

/** One period of a loan, in cents; `outstandingCents` is what is owed once it is paid. */
interface Period {
  principalCents: Cents
  interestCents: Cents
  outstandingCents: Cents
}

/** Basis points in a year of months: tin / YEARLY is the rate of one month. */
const YEARLY = 120_000n

/**
 * The present value of n monthly payments of 1, (1 − (1 + i)^−n) / i, as an exact fraction.
 * With i = r / Y it is Y ((Y + r)^n − Y^n) / (r (Y + r)^n); with r = 0 it is n.
 */
function presentValue(count: number, tin: BasisPoints): { numerator: bigint; denominator: bigint } {
  const n = BigInt(count)
  const r = BigInt(tin)
  if (r === 0n) return { numerator: n, denominator: 1n }
  const grown = (YEARLY + r) ** n
  return { numerator: YEARLY * (grown - YEARLY ** n), denominator: r * grown }
}

/** The constant payment that repays `principal` in `count` months at `tin` (French system), half up. */
export function annuityPayment(principal: Cents, count: number, tin: BasisPoints): Cents {
  const { numerator, denominator } = presentValue(count, tin)
  return cents(divideHalfUp(BigInt(principal) * denominator, numerator))
}

/** As {@link annuityPayment}, when one more payment of the same amount is made today. */
export function annuityPaymentWithFirstToday(amount: Cents, count: number, tin: BasisPoints): Cents {
  const { numerator, denominator } = presentValue(count, tin)
  return cents(divideHalfUp(BigInt(amount) * denominator, denominator + numerator))
}

/** Decimals of the fixed point that interest is computed in; more than 40 significant digits need. */
const SCALE = 10n ** 60n

/** Significant digits of decimal arithmetic, for the monthly rate and for its product. */
const PRECISION = 40

/** Rounds to {@link PRECISION} significant digits, half to even, as decimal arithmetic does. */
function significant(value: bigint): bigint {
  const excess = value.toString().length - PRECISION
  if (excess <= 0) return value
  const unit = 10n ** BigInt(excess)
  const quotient = value / unit
  const twice = 2n * (value % unit)
  return (twice > unit || (twice === unit && quotient % 2n === 1n) ? quotient + 1n : quotient) * unit
}

/**
 * One month's interest on what is owed: `outstanding` × (TIN / 12) in decimal arithmetic of 40
 * significant digits, then rounded half up to the cent (docs/domain.md#instalment-plans). The digits matter at a tie:
 * 600.00 at 19.99 % is 9.99, because 0.016658333…3 is a hair below the exact rate.
 */
export function monthlyInterest(outstanding: Cents, tin: BasisPoints): Cents {
  const monthlyRate = significant((BigInt(tin) * SCALE) / YEARLY)
  return cents(divideHalfUp(significant(BigInt(outstanding) * monthlyRate), SCALE))
}

/** What `principal` grows to in `months` without payments, rounded half up once at the end. */
export function compound(principal: Cents, months: number, tin: BasisPoints): Cents {
  const n = BigInt(months)
  return cents(divideHalfUp(BigInt(principal) * (YEARLY + BigInt(tin)) ** n, YEARLY ** n))
}

/**
 * The periods of a loan repaid by `payment` a month: interest first, the rest is principal, and the
 * last one absorbs the cents. With very few cents a payment never exceeds what is owed.
 */
export function amortise(principal: Cents, count: number, tin: BasisPoints, payment: Cents): Period[] {
  let left = principal
  return Array.from({ length: count }, (_, index) => {
    const interestCents = monthlyInterest(left, tin)
    const principalCents = index === count - 1 ? left : repaid(payment, interestCents, left)
    left = cents(left - principalCents)
    return { principalCents, interestCents, outstandingCents: left }
  })
}

/** The part of a payment that repays principal: what interest leaves, between 0 and what is owed. */
export function repaid(payment: Cents, interest: Cents, outstanding: Cents): Cents {
  return cents(Math.min(Math.max(payment - interest, 0), outstanding))
}

/** The interest of a loan over its whole life, in cents. */
export function totalInterest(principal: Cents, count: number, tin: BasisPoints): Cents {
  const periods = amortise(principal, count, tin, annuityPayment(principal, count, tin))
  return sum(...periods.map((period) => period.interestCents))
}

/**
 * The annual percentage rate (TAE), rounded to 2 decimals of a percent: the X of Annex I of
 * Directive 2008/48/EC, Σ received (1 + X)^−t = Σ paid (1 + X)^−t, with a month as 1/12 of a year.
 * `payments[k]` is paid `firstMonth + k` months after `received` was handed over.
 *
 * Solved by bisection on the monthly discount factor with additions and products only, which IEEE
 * 754 fixes to the bit, so that browser and server show the same figure. 0 when credit costs nothing.
 * @throws RangeError when nothing is received
 */
export function annualRate(received: Cents, payments: readonly Cents[], firstMonth: number): BasisPoints {
  if (received <= 0) throw new RangeError('a credit that hands over nothing has no annual rate')
  if (sum(...payments) <= received) return basisPoints(0)
  let low = 0
  let high = 1
  for (let step = 0; step < 60; step += 1) {
    const factor = (low + high) / 2
    if (discounted(payments, firstMonth, factor) < received) low = factor
    else high = factor
  }
  const yearly = power(2 / (low + high), 12)
  return basisPoints(Math.round((yearly - 1) * 10_000))
}

/** Σ payments[k] × factor^(firstMonth + k), by Horner's rule. */
function discounted(payments: readonly Cents[], firstMonth: number, factor: number): number {
  const value = payments.reduceRight((total, payment) => total * factor + payment, 0)
  return value * power(factor, firstMonth)
}

function power(base: number, exponent: number): number {
  let result = 1
  for (let step = 0; step < exponent; step += 1) result *= base
  return result
}
