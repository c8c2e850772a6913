import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { enter } from './enter.ts'
import { show } from './show.ts'

/** Tells the shop that somebody whose link has expired would like another one; asked twice it is the same wish. */
export const checkoutAnotherLink: Handler<'checkoutAnotherLink'> = async (call) => {
  const { db, scope, now, audit } = call
  const { sale } = await enter(call, 'anotherLink')
  db.send(sql`update checkouts c set another_link_asked_at = coalesce(c.another_link_asked_at, ${now})
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`)
  if (sale.anotherLinkAskedAt === null) touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { anotherLinkAsked: true } })
  return show(call)
}
