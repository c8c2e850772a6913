import { readDeals } from '../operation/deals.ts'
import { readOffers } from '../operation/offers.ts'
import { settleDeal } from '../operation/settleDeal.ts'
import { agreePlan, planAgreed, type Agreed } from './agreePlan.ts'
import type { CustomerCall } from './enter.ts'
import { allowedOffers, chosenPlan } from './planOffers.ts'
import type { Sale } from './sale.ts'

/**
 * Now that it is known who buys, the plan that was chosen takes what a campaign for their audience gives, when that costs them less; what was agreed
 * never becomes dearer. The sale must be locked.
 */
export async function meetAudience({ db, scope, now, services }: CustomerCall, sale: Sale, customer: Sale['customer']): Promise<void> {
  const { product, numInstalments } = sale.plan
  const order = { ...sale, customer, secret: services.config.sessionSecret, now }
  const [offers, deals] = await Promise.all([readOffers(db, scope), readDeals(db, scope, order)])
  // Of whatever campaign: a link for one of them keeps nobody from what costs them less.
  const offer = allowedOffers({ ...sale, fixedCampaign: null }, offers, deals).find(
    (one) => one.product === product && one.instalmentsAllowed.includes(numInstalments),
  )
  if (!offer) return
  const isCheaper = (deal: Agreed['deal']) =>
    planAgreed(sale, { offer, numInstalments, deal, now }).totalPriceCents < chosenPlan(sale, now).totalPriceCents
  // Nothing is taken from a budget for what is not better than what was agreed.
  if (!isCheaper(deals(offer, numInstalments))) return
  const settled = await settleDeal(db, scope, { operationId: sale.operationId, order, offer, numInstalments })
  if (isCheaper(settled.deal)) agreePlan(db, scope, sale, { offer, numInstalments, now, ...settled })
}
