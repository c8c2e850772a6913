import { randomUUID } from 'node:crypto'
import { sql } from '../../platform/database/sql.ts'
import { asking, type Asking, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { touchCheckout } from '../operation/addEvent.ts'
import { firstPaymentCents } from '../operation/offers.ts'
import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import type { CardMethod } from '../../money/payments/partners.ts'
import { lockForStep, checkStep } from './step.ts'
import { fieldProblem } from './identityProblems.ts'
import { chosenPlan } from './plans.ts'
import { show } from './show.ts'

/**
 * Stores the card that the provider's hosted field tokenised, for the first payment and the instalments, so also when nothing is paid today; then asks its
 * bank whether it can be used. Refuses with CardDeclined, and keeps everything else.
 */
export const checkoutCard: Handler<'checkoutCard'> = asking(readCard, async (call: Call<'checkoutCard'>, method) => {
  const { db, scope, now, services, audit } = call
  const { cards } = services.payments
  const { sale } = await lockForStep(call, 'card')
  // A hold left by a crash was on another card.
  await releaseFirstPayment(db, scope, cards, sale.operationId)
  db.send(sql`insert into payment_methods as p (merchant_id, mode, operation_id, provider, token, brand, last4, created_at)
    values (${scope.merchantId}, ${scope.mode}, ${sale.operationId}, ${cards.name}, ${method.token}, ${method.brand}, ${method.last4}, ${now})
    on conflict (merchant_id, mode, operation_id) do update set provider = excluded.provider, token = excluded.token, brand = excluded.brand,
      last4 = excluded.last4, created_at = excluded.created_at`)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { card: method.brand } })
  return show(call)
})

async function readCard(call: Asking<'checkoutCard'>): Promise<CardMethod> {
  const { body, scope, now, services } = call
  const { cards } = services.payments
  const { sale } = await checkStep(call, 'card')
  const read = await cards.readToken(body.token)
  if (read === null) throw fieldProblem('token', 'invalid')
  const method = { token: body.token, ...read }
  if (firstPaymentCents(chosenPlan(sale, now)) > 0) return method
  const answer = await cards.verify({ id: randomUUID(), method, mode: scope.mode })
  if (answer === 'declined') throw new Refusal('CardDeclined')
  return method
}
