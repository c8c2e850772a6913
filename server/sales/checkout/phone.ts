import { compactPhone, isMobile } from '#domain/platform/identifiers'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { touchCheckout } from '../operation/addEvent.ts'
import { nameCustomer } from '../operation/customerName.ts'
import { correctionsLeft, countCorrection, sendCode } from './codes.ts'
import { lockForStep } from './step.ts'
import { fieldProblem, fieldProblems } from './identityProblems.ts'
import { show } from './show.ts'

/**
 * Replaces a mistyped mobile before the code was entered, and sends a new code there; the previous one is revoked. The shop's progress steps show it. Refuses
 * with StepNotAllowed after two corrections, and like every code with TooManyRequests.
 */
export const checkoutPhone: Handler<'checkoutPhone'> = async (call) => {
  const { db, scope, body, audit } = call
  const { sale } = await lockForStep(call, 'phone')
  if (correctionsLeft(sale) === 0) throw new Refusal('StepNotAllowed', { why: 'phones' })
  const typed = compactPhone(body.phone)
  if (!isMobile(typed)) throw fieldProblem('phone', 'format')
  if (typed === sale.customer.phone) throw fieldProblems([{ name: 'phone', code: 'same', message: text('consumer.field.phoneSame') }])
  countCorrection(db, scope, sale)
  await nameCustomer(db, scope, sale.operationId, { ...sale.customer, phone: typed })
  await sendCode(call, sale, { channel: 'sms', to: typed })
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { phoneCorrections: sale.phoneCorrections + 1 } })
  return show(call)
}
