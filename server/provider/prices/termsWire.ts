import type { AgreedProduct, AgreedTerms, OwnPayoutTermsView, PayoutTermsView } from '#contract/provider/prices'
import { type OwnPayoutTerms, payoutProblems, type PayoutProblem, type PayoutTerms } from '#domain/money/payoutTerms'
import type { FieldProblem } from '#contract/platform/errors'
import { basisPoints, type BasisPoints, cents, formatEuros, formatPercent } from '#domain/platform/money'
import type { Product } from '#domain/sales/operations/states'
import { feeFor, STANDARD_VAT } from '#domain/sales/plans/fees'
import type { ShopOffer } from '#domain/sales/plans/offer'
import { taeRange, type TermsField, type TermsProblem, termsProblems } from '#domain/sales/plans/terms'
import type { OwnVersion } from '#domain/sales/plans/termsVersions'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** Terms as on the wire. */
export const agreedOf = (terms: ShopOffer): AgreedTerms => ({
  feeRate: terms.feeRate,
  feeFixed: terms.feeFixedCents,
  tin: terms.tin,
  openingFeeRate: terms.openingFeeRate,
  minAmount: terms.minCents,
  maxAmount: terms.maxCents,
  instalmentsAllowed: [...terms.instalmentsAllowed],
  downpayment: terms.downpayment,
  captureMode: terms.captureMode,
})

/** Terms from the wire, numbers of instalments in order. */
export const offerOf = (product: Product, terms: AgreedTerms): ShopOffer => ({
  product,
  feeRate: basisPoints(terms.feeRate),
  feeFixedCents: cents(terms.feeFixed),
  tin: basisPoints(terms.tin),
  openingFeeRate: basisPoints(terms.openingFeeRate),
  minCents: cents(terms.minAmount),
  maxCents: cents(terms.maxAmount),
  instalmentsAllowed: terms.instalmentsAllowed.toSorted((a, b) => a - b),
  downpayment: terms.downpayment,
  captureMode: terms.captureMode,
  vatRate: STANDARD_VAT,
})

/** The names of terms on the wire, in snake case. */
const wireNames: Readonly<Record<TermsField, string>> = {
  feeRate: 'fee_rate',
  feeFixedCents: 'fee_fixed',
  tin: 'tin',
  openingFeeRate: 'opening_fee_rate',
  minCents: 'min_amount',
  maxCents: 'max_amount',
  instalmentsAllowed: 'instalments_allowed',
  downpayment: 'downpayment',
  captureMode: 'capture_mode',
}

/** Refuses with ApiValidationException what the domain does not allow, by field and in words. */
export function assertTerms(products: readonly (ShopOffer | null)[], maxTae: BasisPoints): void {
  const fields = products.flatMap((terms, index) =>
    terms === null ? [] : termsProblems(terms, maxTae).map((problem) => fieldProblemOf(problem, { terms, index, maxTae })),
  )
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
}

/** The terms of a proposal for one merchant. Refuses with ApiValidationException what the domain does not allow. */
export function proposedTerms(products: readonly AgreedProduct[], { config }: Services): Omit<OwnVersion, 'effectiveOn'>[] {
  const proposed = products.map(({ product, enabled, terms }) => ({ product, enabled, terms: terms && offerOf(product, terms) }))
  assertTerms(
    proposed.map(({ terms }) => terms),
    config.terms.maxTae,
  )
  return proposed
}

type Place = { terms: ShopOffer; index: number; maxTae: BasisPoints }

function fieldProblemOf({ field, code }: TermsProblem, { terms, index, maxTae }: Place): FieldProblem {
  const { minCents, feeRate: rate, feeFixedCents: fixedCents, vatRate } = terms
  const values: Record<string, string> = { most: formatPercent(maxTae) }
  if (code === 'tae') values['tae'] = formatPercent(taeRange(terms)[1])
  if (code === 'amount') {
    const { feeCents, vatCents } = feeFor(minCents, { rate, fixedCents, vatRate })
    Object.assign(values, { amount: formatEuros(minCents), fee: formatEuros(cents(feeCents + vatCents)) })
  }
  return { name: `products.${index}.terms.${wireNames[field]}`, code, message: text(`prices.server.${code}`, values) }
}

export const payoutShown = ({ minimumFeeCents, ...terms }: PayoutTerms): PayoutTermsView => ({ ...terms, minimumFee: minimumFeeCents })
export const ownPayoutShown = ({ minimumFeeCents, ...terms }: OwnPayoutTerms): OwnPayoutTermsView => ({
  ...terms,
  minimumFee: minimumFeeCents,
})

const payoutWireNames: Readonly<Record<PayoutProblem['field'], string>> = {
  reserveRate: 'payout.reserve.rate',
  reserveDays: 'payout.reserve.days',
  minimumFee: 'payout.minimum_fee',
}

/** How a merchant is paid, from the wire. Refuses with ApiValidationException what the domain does not allow. */
export function proposedPayout(wire: PayoutTermsView): PayoutTerms
export function proposedPayout(wire: OwnPayoutTermsView): OwnPayoutTerms
export function proposedPayout({ frequency, reserve, minimumFee }: OwnPayoutTermsView): OwnPayoutTerms {
  const minimumFeeCents = minimumFee === null ? null : cents(minimumFee)
  const terms = { frequency, reserve: reserve && { rate: basisPoints(reserve.rate), days: reserve.days }, minimumFeeCents }
  const fields = payoutProblems(terms).map(({ field, code }) => ({
    name: payoutWireNames[field],
    code,
    message: text(`prices.server.${code}`),
  }))
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  return terms
}
