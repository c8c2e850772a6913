import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { readDeals, settleDeal } from '../lifecycle/deals.ts'
import { readOffers } from '../lifecycle/offers.ts'
import { agreePlan, allowedOffers, chosenPlan, monthlyCents } from './plans.ts'
import { decideSale } from './decide.ts'
import type { Sale } from './sale.ts'
import { lockForStep } from './step.ts'
import { fieldProblem } from './identityProblems.ts'
import { show } from './show.ts'

/**
 * Chooses product and number of instalments: among those the shop offers for this amount, or fixed by plan or campaign. The campaign that applies now stays
 * with the order, whatever becomes of the campaign (docs/domain.md#campaigns).
 */
export const checkoutPlan: Handler<'checkoutPlan'> = async (call) => {
  const { db, scope, body, now, services, audit } = call
  const { sale } = await lockForStep(call, 'plan')
  const order = { ...sale, now, secrets: services.config.sessionSecrets }
  const [offers, deals] = await Promise.all([readOffers(db, scope, sale.createdAt), readDeals(db, scope, order)])
  const offer = allowedOffers(sale, offers, deals).find((one) => one.product === body.product)
  if (!offer) throw fieldProblem('product', 'option')
  if (!offer.instalmentsAllowed.includes(body.numInstalments)) throw fieldProblem('num_instalments', 'option')
  const { numInstalments } = body
  const { deal, promisedCents } = await settleDeal(db, scope, { operationId: sale.operationId, order, offer, numInstalments })
  // A hold left by a crash was for other amounts.
  await releaseFirstPayment(db, scope, services.payments.cards, sale.operationId)
  const chosen = agreePlan(db, scope, sale, { offer, numInstalments, deal, promisedCents, now })
  db.send(sql`update checkouts c set product = ${offer.product}, num_instalments = ${body.numInstalments}
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  const grows = monthlyCents(chosen) > monthlyCents(chosenPlan(sale, now))
  touchCheckout(db, scope, sale.operationId, grows && isDecidedByPlan(call, sale) ? await decideAgain(call, sale) : undefined)
  audit({
    entity: 'checkout',
    entityId: sale.checkoutId,
    after: { product: offer.product, numInstalments: body.numInstalments, ...(deal ? { campaignId: deal.campaignId, tin: deal.tin } : {}) },
  })
  return show(call)
}

/** Whether what allowed the sale to go on counts for payments as large only: a bank's answer, a person's, or an external engine's. */
const isDecidedByPlan = ({ scope, services }: Call<'checkoutPlan'>, { bankLinkedAt, reviewedAt, identifiedAt }: Sale): boolean =>
  bankLinkedAt !== null || reviewedAt !== null || (identifiedAt !== null && scope.mode === 'live' && services.payments.decisions !== null)

/** Bank and person were asked about smaller payments than these. */
function decideAgain(call: Call<'checkoutPlan'>, { checkoutId }: Sale): Promise<Sql | undefined> {
  const { db, scope } = call
  db.send(sql`update checkouts c set bank_linked_at = null, reviewed_at = null
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)
  return decideSale(call)
}
