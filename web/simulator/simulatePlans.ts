import type { AnswerOf } from '#contract/endpoint'
import type { planSimulator } from '#contract/simulator'
import { madridDay, nextTargetBusinessDay, type LocalDate } from '#domain/dates'
import { cents, ZERO, type Cents } from '#domain/money'
import { fitsLimits, netOffered, planOffered, type ProductOffer } from '#domain/offer'

/** What the simulator's call answers; computed here by the same rules, so that it works while one types and without network. */
export type Simulation = AnswerOf<typeof planSimulator>

/**
 * Every plan on offer for an amount in cents, and the products that it does not fit. `buyerOnly` leaves out what the shop receives.
 * Figures are those of the server, to the cent: both call the same rules (our choice).
 */
export function simulatePlans(offers: readonly ProductOffer[], amountCents: number, now: Date, buyerOnly: boolean): Simulation {
  const orderCents = cents(amountCents)
  const today = madridDay(now)
  return {
    plans: offers
      .filter((offer) => fitsLimits(offer, orderCents))
      .flatMap((offer) => offer.instalmentsAllowed.map((count) => simulated(offer, count, orderCents, today, buyerOnly))),
    outside: offers
      .filter((offer) => !fitsLimits(offer, orderCents))
      .map(({ product, minCents, maxCents }) => ({ product, minAmount: minCents, maxAmount: maxCents })),
  }
}

function simulated(
  offer: ProductOffer,
  numInstalments: number,
  orderCents: Cents,
  today: LocalDate,
  buyerOnly: boolean,
): Simulation['plans'][number] {
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
