import type { CardAnswer } from '../../money/payments/cardProvider.ts'
import { type CallBeforeTransaction, withPreparation, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { repayEarly } from '../cards/repayEarly.ts'
import { checkoutReturnUrl } from '../messages/customerLinks.ts'
import { lockSale } from './sale.ts'
import { show } from './show.ts'
import { checkStep } from './step.ts'

/**
 * Repays the next instalment, or all that is left, before it is due (docs/domain.md#early-repayment). While the customer's bank or the provider has not
 * answered, the plan says so. Refuses with CardDeclined, StaleAmount.
 */
export const checkoutPayEarly: Handler<'checkoutPayEarly'> = withPreparation(pay, async (call: Call<'checkoutPayEarly'>, answer) => {
  const { db, scope, customer, body, audit } = call
  lockSale(db, scope, customer.checkoutId)
  audit({
    entity: 'checkout',
    entityId: customer.checkoutId,
    after: { early: body.all ? 'all' : body.number, answer: answer?.state ?? null },
  })
  if (answer?.state === 'declined') throw new Refusal('CardDeclined', { keepsEffects: true })
  return show(call)
})

async function pay(call: CallBeforeTransaction<'checkoutPayEarly'>): Promise<CardAnswer | null> {
  const { services, scope, body } = call
  const { sale } = await checkStep(call, 'payEarly')
  const { number, all, expectedAmount: expectedCents } = body
  const returnUrl = checkoutReturnUrl(services, sale.checkoutId)
  return repayEarly(services, scope, { operationId: sale.operationId, number, all, expectedCents, returnUrl })
}
