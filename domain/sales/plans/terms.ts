import { feeFor } from './fees.ts'
import { planOffered, type ShopOffer } from './offer.ts'
import { MAX_INSTALMENTS } from './plan.ts'
import { localDate, type LocalDate } from '../../platform/dates.ts'
import { cents, type BasisPoints, type Cents } from '../../platform/money.ts'
import type { Product } from '../operations/states.ts'

/** The fields of terms in which two versions can differ. The VAT rate is the law's, not a term. */
const termsFields = [
  'feeRate',
  'feeFixedCents',
  'tin',
  'openingFeeRate',
  'minCents',
  'maxCents',
  'instalmentsAllowed',
  'downpayment',
  'captureMode',
] as const
export type TermsField = (typeof termsFields)[number]

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields in which terms differ, in the order of {@link termsFields}. */
export const changedTerms = (before: ShopOffer, after: ShopOffer): TermsField[] =>
  termsFields.filter((field) => !isSame(before[field], after[field]))

const isWorse: Readonly<Record<TermsField, (before: ShopOffer, after: ShopOffer) => boolean>> = {
  feeRate: (before, after) => after.feeRate > before.feeRate,
  feeFixedCents: (before, after) => after.feeFixedCents > before.feeFixedCents,
  tin: (before, after) => after.tin > before.tin,
  openingFeeRate: (before, after) => after.openingFeeRate > before.openingFeeRate,
  minCents: (before, after) => after.minCents > before.minCents,
  maxCents: (before, after) => after.maxCents < before.maxCents,
  instalmentsAllowed: (before, after) => before.instalmentsAllowed.some((count) => !after.instalmentsAllowed.includes(count)),
  // Who pays first and who captures changes how a shop works: never counted as an improvement.
  downpayment: (before, after) => after.downpayment !== before.downpayment,
  captureMode: (before, after) => after.captureMode !== before.captureMode,
}

/** The fields that become worse for the merchant or its customers: a change with any of them needs the longer notice. */
export const worseTerms = (before: ShopOffer, after: ShopOffer): TermsField[] =>
  changedTerms(before, after).filter((field) => isWorse[field](before, after))

/** What is wrong with terms. */
export type TermsProblem = { field: TermsField; code: 'range' | 'order' | 'product' | 'amount' | 'tae' }

/** What a product allows: numbers of instalments, whether it has interest, and its first payment where it is fixed (docs/domain.md#instalment-plans). */
const productRules: Readonly<
  Record<Product, { counts: readonly [least: number, most: number]; interest: boolean; downpayment?: 'none' | 'equal' }>
> = {
  instalments: { counts: [2, MAX_INSTALMENTS], interest: true },
  pay_in_4: { counts: [3, 3], interest: false, downpayment: 'equal' },
  pay_later: { counts: [1, 1], interest: false, downpayment: 'none' },
}

/** Highest fixed part that is plausible as typed, in cents, and highest amount of an order. */
const MAX_FIXED = 100_000
const MAX_ORDER = 10_000_000

/** Everything wrong with terms; empty when they can be offered. `maxTae`: the highest TAE that a plan may have. */
export function termsProblems(terms: ShopOffer, maxTae: BasisPoints): TermsProblem[] {
  const rules = productRules[terms.product]
  const within = (value: number, low: number, high: number) => Number.isInteger(value) && value >= low && value <= high
  const counts = terms.instalmentsAllowed
  const problems: (TermsProblem | false)[] = [
    !within(terms.feeRate, 0, 10_000) && { field: 'feeRate', code: 'range' },
    !within(terms.feeFixedCents, 0, MAX_FIXED) && { field: 'feeFixedCents', code: 'range' },
    !within(terms.tin, 0, 10_000) && { field: 'tin', code: 'range' },
    !within(terms.openingFeeRate, 0, 9_999) && { field: 'openingFeeRate', code: 'range' },
    !within(terms.minCents, 100, MAX_ORDER) && { field: 'minCents', code: 'range' },
    !within(terms.maxCents, 100, MAX_ORDER) && { field: 'maxCents', code: 'range' },
    terms.maxCents < terms.minCents && { field: 'maxCents', code: 'order' },
    (counts.length === 0 || new Set(counts).size < counts.length) && { field: 'instalmentsAllowed', code: 'range' },
    counts.some((count) => !within(count, ...rules.counts)) && { field: 'instalmentsAllowed', code: 'product' },
    !rules.interest && terms.tin > 0 && { field: 'tin', code: 'product' },
    !rules.interest && terms.openingFeeRate > 0 && { field: 'openingFeeRate', code: 'product' },
    rules.downpayment !== undefined && terms.downpayment !== rules.downpayment && { field: 'downpayment', code: 'product' },
  ]
  const found = problems.filter((one) => one !== false)
  if (found.length > 0) return found
  return [
    ...(costsOf(terms.minCents, terms) > terms.minCents ? [{ field: 'feeFixedCents', code: 'amount' } as const] : []),
    ...(taeRange(terms)[1] > maxTae ? [{ field: 'tin', code: 'tae' } as const] : []),
  ]
}

/** Fee with VAT of an order, in cents. Its share of the amount is highest at the smallest amount. */
function costsOf(amountCents: Cents, { feeRate: rate, feeFixedCents: fixedCents, vatRate }: ShopOffer): number {
  const { feeCents, vatCents } = feeFor(amountCents, { rate, fixedCents, vatRate })
  return feeCents + vatCents
}

/** Any day: the TAE does not depend on it. */
const someDay: LocalDate = localDate('2026-01-15')

/** The lowest and the highest TAE of the plans on these terms; at the ends of the limits, where rounding weighs most and least. */
export function taeRange(terms: ShopOffer): [lowest: BasisPoints, highest: BasisPoints] {
  const rates = terms.instalmentsAllowed.flatMap((count) =>
    [terms.minCents, terms.maxCents].map((amount) => planOffered(terms, count, cents(amount), someDay).tae),
  )
  return [Math.min(...rates) as BasisPoints, Math.max(...rates) as BasisPoints]
}
