import { compactPhone, isMobile } from '#domain/platform/identifiers'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { nameCustomer } from '../lifecycle/customerName.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { codeDestination, correctionsLeft, countCorrection, sendCode } from './codes.ts'
import { lockForStep, stepRefusal } from './step.ts'
import { fieldProblem, fieldProblems, problemWith } from './identityProblems.ts'
import type { Sale } from './sale.ts'
import { show } from './show.ts'

/** Records both consents and the phone, and sends the code. Repeated, it sends the code again. */
export const checkoutConsent: Handler<'checkoutConsent'> = async (call) => {
  const { db, scope, body, now, audit } = call
  const { sale, position } = await lockForStep(call, 'consent')
  const missing = [...(body.privacy ? [] : ['privacy']), ...(body.creditCheck ? [] : ['credit_check'])]
  if (missing.length > 0) throw fieldProblems(missing.map((name) => problemWith(name, 'required')))
  const phone = phoneFor(sale, body.phone)
  // A browser that only holds the link can have a code sent to the customer's phone, but not to another one.
  if (phone !== sale.customer.phone && position.knownBy === 'link') throw stepRefusal(position, 'phone')
  const customer = { ...sale.customer, phone }
  if (phone !== sale.customer.phone) {
    if (sale.customer.phone !== null) countCorrection(db, scope, sale)
    await nameCustomer(db, scope, { operationId: sale.operationId, customer, secret: call.services.config.sessionSecrets[0] })
  }
  const destination = codeDestination(customer)
  if (destination === null) throw fieldProblem('phone', 'format')
  await sendCode(call, sale, destination)
  db.send(sql`update checkouts c set consents_given_at = ${now}
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { consents: true } })
  return show(call)
}

/**
 * The phone on file, or the mobile typed. An existing phone is replaced only as a correction, and never once a code was entered: whoever found the link would
 * have the next one sent to themselves.
 */
function phoneFor(sale: Sale, enteredPhone: string | undefined): string {
  const { phone: known } = sale.customer
  const typed = enteredPhone === undefined || enteredPhone === '' ? null : compactPhone(enteredPhone)
  if (typed === null) {
    if (known === null || codeDestination(sale.customer) === null) throw fieldProblem('phone', 'required')
    return known
  }
  if (typed !== known && !isMobile(typed)) throw fieldProblem('phone', 'format')
  if (known !== null && known !== typed && correctionsLeft(sale) === 0)
    throw fieldProblems([{ name: 'phone', code: 'invalid', message: text('consumer.field.phoneKnown') }])
  return typed
}
