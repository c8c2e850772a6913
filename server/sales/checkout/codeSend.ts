import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { codeWay } from './codeWay.ts'
import { sendCode } from './codes.ts'
import { enter } from './enter.ts'
import { show } from './show.ts'

/** Sends another code; the one before dies. Refuses with TooManyRequests, and with StepNotAllowed before the consents. */
export const checkoutCodeSend: Handler<'checkoutCodeSend'> = async (call) => {
  const { db, scope, audit } = call
  const { sale } = await enter(call, 'codeSend')
  const way = codeWay(sale.customer)
  if (sale.consentsGivenAt === null || way === null) throw new Refusal('StepNotAllowed')
  await sendCode(call, sale, way)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { codesSent: sale.codesSent + 1 } })
  return show(call)
}
