import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import { type Deal, offersOfCampaign } from '#domain/sales/campaigns/campaignDeal'
import { madridDay } from '#domain/platform/dates'
import { basisPoints, cents, type Cents, sum } from '#domain/platform/money'
import { fitsLimits, netOffered, planOffered } from '#domain/sales/plans/offer'
import { computePayLater, computePlan, type Plan } from '#domain/sales/plans/plan'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Deals } from '../lifecycle/deals.ts'
import { offeredPlan, type ShopOffer } from '../lifecycle/offers.ts'
import type { Sale } from './sale.ts'

/** Whether it is the plan that the customer has chosen. */
const isChosen = (sale: Pick<Sale, 'isChosen' | 'plan'>, { product }: Pick<ShopOffer, 'product'>, numInstalments: number): boolean =>
  sale.isChosen && sale.plan.product === product && sale.plan.numInstalments === numInstalments

/**
 * The offers this sale may be paid by: those for its amount, or the one fixed by the shop; for a campaign link, the campaign's offers and the chosen one, and
 * all of them once the campaign gives nothing any more, so that no link is left without a plan.
 */
export function allowedOffers(
  sale: Pick<Sale, 'totalCents' | 'isChosen' | 'plan' | 'fixedProduct' | 'fixedInstalments' | 'fixedCampaign'>,
  offers: readonly ShopOffer[],
  deals: Deals,
): ShopOffer[] {
  const fitting = offers
    .filter((one) => fitsLimits(one, sale.totalCents) && (sale.fixedProduct === null || one.product === sale.fixedProduct))
    .map((one) => ({
      ...one,
      instalmentsAllowed: one.instalmentsAllowed.filter((count) => sale.fixedInstalments === null || count === sale.fixedInstalments),
    }))
  const { fixedCampaign } = sale
  if (fixedCampaign === null) return fitting
  const own = offersOfCampaign(
    fitting,
    (offer, count) => deals(offer, count, fixedCampaign) !== null,
    (offer, count) => isChosen(sale, offer, count),
  )
  return own.length > 0 ? own : fitting
}

/** The chosen plan on the terms stored in the operation, dated from its confirmation or else today. */
export function chosenPlan(sale: Pick<Sale, 'plan' | 'totalCents' | 'lastCapturedAt' | 'confirmedAt'>, now: Date): Plan {
  const signedOn = madridDay(sale.lastCapturedAt ?? sale.confirmedAt ?? now)
  const { product, numInstalments, tin, tae, waitingMonths, downpaymentCents, openingFeeCents } = sale.plan
  if (product === 'pay_later') return computePayLater({ orderCents: sale.totalCents, capturedOn: signedOn })
  // As the capture will compute it.
  const downpayment = downpaymentCents > 0 ? 'equal' : 'none'
  const plan = computePlan({ orderCents: sale.totalCents, numInstalments, tin, downpayment, waitingMonths, signedOn })
  if (openingFeeCents === 0) return plan
  const totalDueCents = sum(plan.totalDueCents, openingFeeCents)
  return { ...plan, tae: basisPoints(tae), openingFeeCents, totalDueCents, totalPriceCents: sum(totalDueCents, downpaymentCents) }
}

/**
 * All plans to choose from, with current campaign terms; the chosen one keeps the terms stored in the operation, even when the shop no longer offers it: it
 * was agreed.
 */
export function planChoices(sale: Sale, offers: readonly ShopOffer[], deals: Deals, now: Date): CheckoutPlanOffer[] {
  const today = madridDay(now)
  const allowed = allowedOffers(sale, offers, deals)
  const carried = () => offeredPlan(sale.plan, chosenPlan(sale, now), sale.plan)
  const choices = allowed.flatMap((offer) =>
    offer.instalmentsAllowed.map((numInstalments) => {
      if (isChosen(sale, offer, numInstalments)) return carried()
      const deal = deals(offer, numInstalments)
      const plan = planOffered(offer, numInstalments, sale.totalCents, today, deal)
      return offeredPlan({ product: offer.product, numInstalments }, plan, {
        referenceTin: offer.tin,
        waitingMonths: deal?.waitingMonths ?? 0,
      })
    }),
  )
  const isLost = sale.isChosen && !choices.some((one) => isChosen(sale, one, one.numInstalments))
  return isLost ? [carried(), ...choices] : choices
}

/** The largest payment due in any month of a plan. */
export const monthlyCents = (plan: Plan): Cents => cents(Math.max(0, ...plan.instalments.map((one) => one.amountCents)))

/** A plan on an offer's terms, or on those of the campaign that applies to the order. */
export type Agreed = { offer: ShopOffer; numInstalments: number; deal: Deal | null; now: Date }
/** With the cost of the campaign to the shop, reserved in its budget. */
type Promised = Agreed & { promisedCents: Cents }

/** The plan on these terms for this sale. */
export const planAgreed = ({ totalCents }: Pick<Sale, 'totalCents'>, { offer, numInstalments, deal, now }: Agreed): Plan =>
  planOffered(offer, numInstalments, totalCents, madridDay(now), deal)

/** Writes the terms and their campaign into the operation: it keeps them, whatever becomes of the campaign (docs/domain.md#campaigns). */
export function agreePlan(db: Connection, scope: Scope, sale: Pick<Sale, 'operationId' | 'totalCents'>, agreed: Promised): Plan {
  const { offer, numInstalments, deal, promisedCents } = agreed
  const plan = planAgreed(sale, agreed)
  const net = netOffered(offer, numInstalments, sale.totalCents, deal)
  db.send(sql`update operations o set product = ${offer.product}, capture_mode = ${offer.captureMode}, num_instalments = ${numInstalments},
      tin_bps = ${plan.tin}, tae_bps = ${plan.tae}, downpayment_cents = ${plan.downpaymentCents}, opening_fee_cents = ${plan.openingFeeCents},
      fee_bps = ${offer.feeRate}, fee_fixed_cents = ${offer.feeFixedCents}, vat_bps = ${offer.vatRate}, reference_tin_bps = ${offer.tin}, net_cents = ${cents(net.netCents)},
      campaign_id = ${deal?.campaignId ?? null}, waiting_months = ${deal?.waitingMonths ?? 0},
      campaign_promised_cents = ${promisedCents}
    where ${inScope(scope, 'o')} and o.id = ${sale.operationId}`)
  return plan
}
