import { madridDay, nextTargetBusinessDay, type LocalDate } from '#domain/dates'
import { cents, ZERO, type Cents } from '#domain/money'
import { fitsLimits, netOffered, planOffered, type ProductOffer } from '#domain/offer'
import type { Handler } from '../http/call.ts'
import { readOffers } from '../operation/offers.ts'

/** What the buyer pays and the shop gets today for every plan on offer; a guest sees the buyer's side only (our choice). */
export const simulate: Handler<'planSimulator'> = async ({ query, scope, caller, db, now }) => {
  const offers = await readOffers(db, scope)
  const orderCents = cents(query.amount)
  const today = madridDay(now)
  return {
    plans: offers
      .filter((one) => fitsLimits(one, orderCents))
      .flatMap((one) => one.instalmentsAllowed.map((count) => simulated(one, count, orderCents, today, caller.role === 'guest'))),
    outside: offers
      .filter((one) => !fitsLimits(one, orderCents))
      .map(({ product, minCents, maxCents }) => ({ product, minAmount: minCents, maxAmount: maxCents })),
  }
}

function simulated(offer: ProductOffer, numInstalments: number, orderCents: Cents, today: LocalDate, buyerOnly: boolean) {
  const plan = planOffered(offer, numInstalments, orderCents, today)
  const last = plan.instalments.at(-1)
  return {
    product: offer.product,
    numInstalments,
    tin: plan.tin,
    tae: plan.tae,
    instalmentAmount: plan.instalmentCents,
    lastInstalmentAmount: last?.amountCents ?? ZERO,
    downpaymentAmount: plan.downpaymentCents,
    openingFeeAmount: plan.openingFeeCents,
    totalInterest: plan.totalInterestCents,
    totalPrice: plan.totalPriceCents,
    firstDueOn: plan.firstDueOn,
    lastDueOn: last?.dueOn ?? plan.firstDueOn,
    merchant: buyerOnly ? null : shopSide(offer, numInstalments, orderCents, today),
  }
}

function shopSide(offer: ProductOffer, numInstalments: number, orderCents: Cents, today: LocalDate) {
  const net = netOffered(offer, numInstalments, orderCents)
  return {
    feeAmount: net.feeCents,
    vatAmount: net.vatCents,
    subsidyAmount: net.subsidyCents,
    netAmount: net.netCents,
    valueOn: nextTargetBusinessDay(today),
  }
}
