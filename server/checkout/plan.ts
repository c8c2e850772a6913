import { cents } from '#domain/money'
import { netOffered, planOffered } from '#domain/offer'
import { madridDay } from '#domain/dates'
import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { fieldProblem } from './fieldProblem.ts'
import { readOffers } from '../operation/offers.ts'
import { settleDeal } from '../operation/settleDeal.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { releaseFirstPayment } from '../payments/firstPayment.ts'
import { decideSale } from './decide.ts'
import { enter } from './enter.ts'
import { allowedOffers, chosenPlan, monthlyCents } from './planOffers.ts'
import { show } from './show.ts'

/**
 * Chooses product and number of instalments: one that the shop offers for this amount, or the one that it fixed. The campaign that reaches the
 * order now is the one that it keeps, whatever becomes of the campaign (domain model §8).
 */
export const plan: Handler<'checkoutPlan'> = async (call) => {
  const { db, scope, body, now, house, audit } = call
  const { sale } = await enter(call, 'plan')
  const offers = await readOffers(db, scope)
  const offer = allowedOffers(sale, offers).find((one) => one.product === body.product)
  if (!offer) throw fieldProblem('product', 'option')
  if (!offer.instalmentsAllowed.includes(body.numInstalments)) throw fieldProblem('num_instalments', 'option')
  const choosing = { operationId: sale.operationId, order: { ...sale, now }, offer, numInstalments: body.numInstalments }
  const { deal, promisedCents } = await settleDeal(db, scope, choosing)
  const chosen = planOffered(offer, body.numInstalments, sale.totalCents, madridDay(now), deal)
  const net = netOffered(offer, body.numInstalments, sale.totalCents, deal)
  // A hold that a crash left behind was for other amounts.
  await releaseFirstPayment(db, scope, house.payments.cards, sale.operationId)
  db.send(sql`update operations o set product = ${offer.product}, capture_mode = ${offer.captureMode}, num_instalments = ${body.numInstalments},
      tin_bps = ${chosen.tin}, tae_bps = ${chosen.tae}, downpayment_cents = ${chosen.downpaymentCents}, opening_fee_cents = ${chosen.openingFeeCents},
      fee_bps = ${offer.feeRate}, fee_fixed_cents = ${offer.feeFixedCents}, vat_bps = ${offer.vatRate}, reference_tin_bps = ${offer.tin}, net_cents = ${cents(net.netCents)},
      campaign_id = ${deal?.campaignId ?? null}, waiting_months = ${deal?.waitingMonths ?? 0}, campaign_promised_cents = ${promisedCents}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${sale.operationId}`)
  db.send(sql`update checkouts c set product = ${offer.product}, num_instalments = ${body.numInstalments}
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`)
  // The bank was asked about smaller payments than these.
  if (sale.bankLinkedAt !== null && monthlyCents(chosen) > monthlyCents(chosenPlan(sale, now))) {
    db.send(
      sql`update checkouts c set bank_linked_at = null where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`,
    )
    await decideSale(call)
  }
  touchCheckout(db, scope, sale.operationId)
  audit({
    entity: 'checkout',
    entityId: sale.checkoutId,
    after: { product: offer.product, numInstalments: body.numInstalments, ...(deal ? { campaignId: deal.campaignId, tin: deal.tin } : {}) },
  })
  return show(call)
}
