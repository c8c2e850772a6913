import type { Handler } from '../../platform/calls/call.ts'
import { readStanding } from '../operation/standing.ts'
import { stopOperation } from '../operation/stopOperation.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import { enter } from './enter.ts'
import { show } from './show.ts'

/** The customer does not go on (T6); whatever is held on the card is let go. */
export const checkoutDismiss: Handler<'checkoutDismiss'> = async (call) => {
  const { db, scope, now, services, audit } = call
  const { sale } = await enter(call, 'dismiss')
  await releaseFirstPayment(db, scope, services.payments.cards, sale.operationId)
  const standing = await readStanding(db, scope, sale.operationId, false)
  await stopOperation(db, scope, { standing, event: 'customer_dismissed', by: { actor: 'customer', userId: null }, now })
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'operation', entityId: sale.operationId, after: { dismissed: true } })
  return show(call)
}
