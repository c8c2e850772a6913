import { sql } from '../../platform/database/sql.ts'
import { asking, type Asking, type Call, type Handler } from '../../platform/calls/call.ts'
import { hashOfMark, newOpenerMark, openerCookie } from '../../platform/calls/openerMark.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { look } from './enter.ts'
import { lockSale } from './sale.ts'
import { show } from './show.ts'

/** What is being bought and where the customer is. The first look tells the shop that the link was opened. */
export const checkoutView: Handler<'checkoutView'> = asking(noteOpened, (call: Call<'checkoutView'>) => show(call))

/** On connections of its own, one after the other: many first looks at once must not wait for each other's second one. */
async function noteOpened(call: Asking<'checkoutView'>): Promise<void> {
  const { services, scope, now, customer, http } = call
  const { sale, place } = await services.database.read(scope, (db) => look({ ...call, db }))
  if (place.status !== 'open' || (sale.progress !== 'created' && sale.progress !== 'sent')) return
  const mark = customer.opener ?? newOpenerMark()
  await services.database.write(scope, async (db) => {
    lockSale(db, scope, customer.checkoutId)
    const opened =
      await db.run(sql`update checkouts c set progress = 'opened', opened_at = ${now}, opener_hash = coalesce(c.opener_hash, ${hashOfMark(mark)})
      where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${customer.checkoutId} and c.progress in ('created', 'sent')`)
    if (opened > 0) touchCheckout(db, scope, sale.operationId)
  })
  customer.opener = mark
  http.setCookie(openerCookie(services.config, mark))
}
