import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { look } from './enter.ts'
import { lockSale } from './sale.ts'
import { show } from './show.ts'

/** What is being bought and where the customer is. The first look tells the shop that the link was opened. */
export const view: Handler<'checkoutView'> = async (call) => {
  const { sale, place } = await look(call)
  if (place.status === 'open' && (sale.progress === 'created' || sale.progress === 'sent')) {
    const { house, scope, now, customer } = call
    await house.database.write(scope, async (db) => {
      lockSale(db, scope, customer.checkoutId)
      const opened = await db.run(sql`update checkouts c set progress = 'opened', opened_at = ${now}
        where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${customer.checkoutId} and c.progress in ('created', 'sent')`)
      if (opened > 0) touchCheckout(db, scope, sale.operationId)
    })
  }
  return show(call)
}
