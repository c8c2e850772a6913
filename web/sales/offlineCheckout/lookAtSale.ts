import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Channel } from '#domain/sales/operations/states'
import type { OfferedDeal } from '../simulator/campaignsOf.ts'
import type { SimulatedPlan } from '../simulator/planText.ts'
import { simulatePlans } from '../simulator/simulatePlans.ts'
import { draftProblems, type Problems } from './draftProblems.ts'
import { draftAmount, type OfflineDraft } from './offlineDraft.ts'

/** What a sale is looked at with; `offers`: null while they are not known. */
export type SaleTerms = { offers: readonly ProductOffer[] | null; campaigns: readonly OfferedDeal[]; now: Date; buyerOnly: boolean }

export type SaleLook = {
  /** Of the chosen campaign, or of each whichever costs the customer least. */
  plans: readonly SimulatedPlan[]
  /** The one that the shop fixed. */
  fixed: SimulatedPlan | null
  /** Those that some plan is by. */
  campaigns: readonly OfferedDeal[]
  problems: Problems
}

/** Sent away, the customer is not in the shop, which campaigns tell apart; as the server does. */
const channelOf = ({ submitType, channels }: OfflineDraft): Channel => (submitType === 'user' && channels.length > 0 ? 'phone' : 'in_store')

/** The plans that a draft leads to as it would be sent, and what keeps it from being sent; at most one computation a change (well below 5 ms). */
export function lookAtSale(draft: OfflineDraft, { offers, campaigns, now, buyerOnly }: SaleTerms): SaleLook {
  const { campaignId, product, numInstalments } = draft
  const amount = draftAmount(draft)
  const all =
    offers && amount !== null && amount > 0 && amount <= 1_000_000_000
      ? simulatePlans(offers, amount, { now, buyerOnly, campaigns, channel: channelOf(draft) }).plans
      : []
  const plans = campaignId === null ? all : all.filter((plan) => plan.campaignId === campaignId)
  const isFixed = (plan: SimulatedPlan) => plan.product === product && plan.numInstalments === (numInstalments ?? plan.numInstalments)
  const fixed = plans.find(isFixed) ?? null
  // The chosen campaign gives this sale nothing, or not the plan that was fixed.
  const lost = campaignId !== null && all.length > 0 && (product === null ? plans.length === 0 : fixed === null)
  return {
    plans,
    fixed,
    campaigns: campaigns.filter(({ id }) => all.some((plan) => plan.campaignId === id)),
    problems: draftProblems(draft, { offers, lost, now }),
  }
}
