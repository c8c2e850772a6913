import { releaseFirstPayment } from '../../money/payments/firstPayment.ts'
import { withPreparation, type CallBeforeTransaction, type Call, type Handler } from '../../platform/calls/call.ts'
import { hashOfMark, newOpenerMark, openerCookie } from '../../platform/calls/cookies.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { countStep } from '../lifecycle/countFacts.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { readBooks } from '../lifecycle/books.ts'
import { stopOperation } from '../lifecycle/stopOperation.ts'
import { lockForStep, loadSale } from './step.ts'
import { lockSale } from './sale.ts'
import { show } from './show.ts'

/** The cart and the customer's current step. The first request tells the shop that the link was opened. */
export const checkoutView: Handler<'checkoutView'> = withPreparation(recordOpened, (call: Call<'checkoutView'>) => show(call))

/** On separate connections, one after the other: many concurrent first requests must not wait for each other's second connection. */
async function recordOpened(call: CallBeforeTransaction<'checkoutView'>): Promise<void> {
  const { services, scope, now, customer, http } = call
  const { sale, position } = await services.database.read(scope, (db) => loadSale({ ...call, db }))
  if (position.status !== 'open' || (sale.progress !== 'created' && sale.progress !== 'sent')) return
  const mark = customer.opener ?? newOpenerMark()
  await services.database.write(scope, async (db) => {
    lockSale(db, scope, customer.checkoutId)
    const opened =
      await db.run(sql`update checkouts c set progress = 'opened', opened_at = ${now}, opener_hash = coalesce(c.opener_hash, ${hashOfMark(mark)})
      where ${inScope(scope, 'c')} and c.id = ${customer.checkoutId} and c.progress in ('created', 'sent')`)
    if (opened === 0) return
    countStep(db, scope, now, { operationId: sale.operationId, step: 'opened' })
    touchCheckout(db, scope, sale.operationId)
  })
  customer.opener = mark
  http.setCookie(openerCookie(services.config, mark))
}

/** Tells the shop that the customer of an expired link asks for a new one; idempotent. */
export const checkoutAnotherLink: Handler<'checkoutAnotherLink'> = async (call) => {
  const { db, scope, now, audit } = call
  const { sale } = await lockForStep(call, 'anotherLink')
  db.send(sql`update checkouts c set another_link_asked_at = coalesce(c.another_link_asked_at, ${now})
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  if (sale.anotherLinkAskedAt === null) touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { anotherLinkAsked: true } })
  return show(call)
}

/** The customer cancels (T6); any hold on the card is released. */
export const checkoutDismiss: Handler<'checkoutDismiss'> = async (call) => {
  const { db, scope, now, services, audit } = call
  const { sale } = await lockForStep(call, 'dismiss')
  await releaseFirstPayment(db, scope, services.payments.cards, sale.operationId)
  const books = await readBooks(db, scope, sale.operationId)
  await stopOperation(db, scope, { books, event: 'customer_dismissed', by: { actor: 'customer', userId: null }, now })
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'operation', entityId: sale.operationId, after: { dismissed: true } })
  return show(call)
}
