import type { Handler } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { sendCode } from './codes.ts'
import { enter } from './enter.ts'
import { show } from './show.ts'

/** Sends another code; the one before dies. Refuses with TooManyRequests, and with StepNotAllowed before the consents. */
export const codeSend: Handler<'checkoutCodeSend'> = async (call) => {
  const { db, scope, audit } = call
  const { sale } = await enter(call, 'codeSend')
  if (sale.consentsGivenAt === null || sale.customer.phone === null) throw new Refusal('StepNotAllowed')
  await sendCode(call, sale, sale.customer.phone)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { codesSent: sale.codesSent + 1 } })
  return show(call)
}
