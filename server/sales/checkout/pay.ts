import type { CardAnswer } from '../../money/payments/cardProvider.ts'
import { type CallBeforeTransaction, withPreparation, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { payInstalment } from '../cards/payInstalment.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { checkoutReturnUrl } from '../messages/customerLinks.ts'
import { readCardOrPage, storeCard, storeSetup } from './card.ts'
import { lockSale, type Sale } from './sale.ts'
import { show } from './show.ts'
import { checkStep } from './step.ts'

/**
 * Pays an instalment that could not be collected, with the customer present, who can authenticate it. While their bank or the provider has not answered, the
 * sale says so. Refuses with CardDeclined.
 */
export const checkoutPay: Handler<'checkoutPay'> = withPreparation(pay, async (call: Call<'checkoutPay'>, answer) => {
  const { db, scope, customer, audit } = call
  lockSale(db, scope, customer.checkoutId)
  audit({ entity: 'checkout', entityId: customer.checkoutId, after: { instalment: answer?.state ?? 'card' } })
  if (answer?.state === 'declined') throw new Refusal('CardDeclined', { keepsEffects: true })
  return show(call)
})

/** Null while the customer still has to give another card. */
async function pay(call: CallBeforeTransaction<'checkoutPay'>): Promise<CardAnswer | null> {
  const { services, scope, body } = call
  const { sale } = await checkStep(call, 'pay')
  const needsCard = body.token !== undefined || body.otherCard === true || sale.cardSetup !== null
  if (needsCard && !(await replaceCard(call, sale))) return null
  return payInstalment(services, scope, { operationId: sale.operationId, returnUrl: checkoutReturnUrl(services, sale.checkoutId) })
}

/** False: the customer gives it on the provider's page. */
async function replaceCard(call: CallBeforeTransaction<'checkoutPay'>, sale: Sale): Promise<boolean> {
  const { services, scope, body, now } = call
  const cardOrPage = await readCardOrPage(call, sale, body.token)
  await services.database.write(scope, async (db) => {
    lockSale(db, scope, sale.checkoutId)
    storeSetup(db, scope, sale.checkoutId, 'page' in cardOrPage ? cardOrPage.page : null)
    if ('page' in cardOrPage) return
    storeCard(db, scope, { operationId: sale.operationId, provider: services.payments.cards.name, card: cardOrPage.card, now })
    touchCheckout(db, scope, sale.operationId)
  })
  return 'card' in cardOrPage
}
