import type { ProductTerms } from '#contract/merchants/merchants'
import { basisPoints, cents } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'

/** The order of products, as the server lists them. */
const order = ['instalments', 'pay_in_4', 'pay_later']

/** The offers of the shop's configuration as the plan rules read them: enabled products, numbers of instalments ascending. */
export function offersOf(products: readonly ProductTerms[]): ProductOffer[] {
  return products
    .filter(({ enabled }) => enabled)
    .toSorted((a, b) => order.indexOf(a.type) - order.indexOf(b.type))
    .map((terms) => ({
      product: terms.type,
      minCents: cents(terms.minAmount),
      maxCents: cents(terms.maxAmount),
      instalmentsAllowed: terms.instalmentsAllowed.toSorted((a, b) => a - b),
      tin: basisPoints(terms.tin),
      openingFeeRate: basisPoints(terms.openingFeeRate),
      downpayment: terms.downpayment,
      // Fees are hidden from guests, who get no merchant figures either.
      feeRate: basisPoints(terms.feeRate ?? 0),
      feeFixedCents: cents(terms.feeFixed ?? 0),
      vatRate: basisPoints(terms.vatRate ?? 0),
    }))
}
