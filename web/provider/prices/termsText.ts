import type { AgreedTerms } from '#contract/provider/prices'
import type { Product } from '#domain/sales/operations/states'
import { basisPoints, cents } from '#domain/platform/money'
import { STANDARD_VAT } from '#domain/sales/plans/fees'
import type { ShopOffer } from '#domain/sales/plans/offer'
import { money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

/** The terms of a product, in the order in which they are shown. */
export const termFields = [
  'feeRate',
  'feeFixed',
  'tin',
  'openingFeeRate',
  'minAmount',
  'maxAmount',
  'instalmentsAllowed',
  'downpayment',
  'captureMode',
] as const satisfies readonly (keyof AgreedTerms)[]
export type TermField = (typeof termFields)[number]

/** Products with interest, several numbers of instalments and a choice of the first payment; the others have neither (docs/domain.md#instalment-plans). */
export const hasInterest = (product: Product): boolean => product === 'instalments'

/** The fields that a product has. */
export const fieldsOf = (product: Product): readonly TermField[] =>
  hasInterest(product)
    ? termFields
    : termFields.filter((field) => !['tin', 'openingFeeRate', 'instalmentsAllowed', 'downpayment'].includes(field))

/** A term as people read it. */
export function termText(field: TermField, terms: AgreedTerms): string {
  switch (field) {
    case 'feeRate':
    case 'tin':
    case 'openingFeeRate':
      return percent(terms[field])
    case 'feeFixed':
    case 'minAmount':
    case 'maxAmount':
      return money(terms[field])
    case 'instalmentsAllowed':
      return terms.instalmentsAllowed.join(', ')
    case 'downpayment':
      return t(`prices.downpayment.${terms.downpayment}`)
    default:
      return t(`prices.captureMode.${terms.captureMode}`)
  }
}

/** The fields in which terms differ. */
export const changedFields = (before: AgreedTerms, after: AgreedTerms): TermField[] =>
  termFields.filter((field) => termText(field, before) !== termText(field, after))

/** Terms for the domain's rules; the VAT on the fee is the law's. */
export const offerOf = (product: Product, terms: AgreedTerms): ShopOffer => ({
  product,
  feeRate: basisPoints(terms.feeRate),
  feeFixedCents: cents(terms.feeFixed),
  tin: basisPoints(terms.tin),
  openingFeeRate: basisPoints(terms.openingFeeRate),
  minCents: cents(terms.minAmount),
  maxCents: cents(terms.maxAmount),
  instalmentsAllowed: terms.instalmentsAllowed,
  downpayment: terms.downpayment,
  captureMode: terms.captureMode,
  vatRate: STANDARD_VAT,
})
