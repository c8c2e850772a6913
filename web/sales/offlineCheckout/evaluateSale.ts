import type { ProductOffer } from '#domain/sales/plans/offer'
import type { Channel } from '#domain/sales/operations/states'
import type { OfferedDeal } from '../simulator/campaignsOf.ts'
import type { SimulatedPlan } from '../simulator/planText.ts'
import { simulatePlans } from '../simulator/simulatePlans.ts'
import { draftProblems, type Problems } from './draftProblems.ts'
import { draftAmount, type OfflineDraft } from './offlineDraft.ts'

/** Terms to evaluate a sale with; `offers`: null while loading. */
export type SaleTerms = { offers: readonly ProductOffer[] | null; campaigns: readonly OfferedDeal[]; now: Date; buyerOnly: boolean }

type SaleEvaluation = {
  /** Plans of the chosen campaign, or for each number of instalments the cheapest for the customer. */
  plans: readonly SimulatedPlan[]
  /** The plan that the shop fixed. */
  fixed: SimulatedPlan | null
  /** Campaigns that at least one plan uses. */
  campaigns: readonly OfferedDeal[]
  problems: Problems
}

/** A sent link counts as the `phone` channel for campaigns, as on the server. */
const channelOf = ({ submitType, channels }: OfflineDraft): Channel => (submitType === 'user' && channels.length > 0 ? 'phone' : 'in_store')

/** The plans of a draft as it would be sent, and its problems. */
export function evaluateSale(draft: OfflineDraft, { offers, campaigns, now, buyerOnly }: SaleTerms): SaleEvaluation {
  const { campaignId, product, numInstalments } = draft
  const amount = draftAmount(draft)
  const all =
    offers && amount !== null && amount > 0 && amount <= 1_000_000_000
      ? simulatePlans(offers, amount, { now, buyerOnly, campaigns, channel: channelOf(draft) }).plans
      : []
  const plans = campaignId === null ? all : all.filter((plan) => plan.campaignId === campaignId)
  const isFixed = (plan: SimulatedPlan) => plan.product === product && plan.numInstalments === (numInstalments ?? plan.numInstalments)
  const fixed = plans.find(isFixed) ?? null
  // The chosen campaign does not apply to this sale, or not to the fixed plan.
  const lost = campaignId !== null && all.length > 0 && (product === null ? plans.length === 0 : fixed === null)
  return {
    plans,
    fixed,
    campaigns: campaigns.filter(({ id }) => all.some((plan) => plan.campaignId === id)),
    problems: draftProblems(draft, { offers, lost, now }),
  }
}
