import { compactPhone, isMobile } from '#domain/identifiers'
import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { text } from '../http/messages.ts'
import { nameCustomer } from '../operation/nameCustomer.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { sendCode } from './codes.ts'
import { enter } from './enter.ts'
import { fieldProblem, fieldProblems, problemWith } from './fieldProblem.ts'
import type { Sale } from './sale.ts'
import { show } from './show.ts'

/** Takes both consents and the phone, and sends the code to it. Asked again, the code is sent again. */
export const consent: Handler<'checkoutConsent'> = async (call) => {
  const { db, scope, body, now, audit } = call
  const { sale } = await enter(call, 'consent')
  const missing = [...(body.privacy ? [] : ['privacy']), ...(body.creditCheck ? [] : ['credit_check'])]
  if (missing.length > 0) throw fieldProblems(missing.map((name) => problemWith(name, 'required')))
  const phone = phoneFor(sale, body.phone)
  if (phone !== sale.customer.phone) await nameCustomer(db, scope, sale.operationId, { ...sale.customer, phone })
  await sendCode(call, sale, phone)
  db.send(sql`update checkouts c set consents_given_at = ${now}
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { consents: true } })
  return show(call)
}

/**
 * Where the code goes. A phone that stands already is not replaced: whoever found the link would have the code sent to themselves. Only while
 * nothing else is known of the customer may a wrong one be corrected (our choice).
 */
function phoneFor(sale: Sale, given: string | undefined): string {
  const { phone: known, documentNumber, email, firstName } = sale.customer
  const typed = given === undefined || given === '' ? null : compactPhone(given)
  if (typed === null && known === null) throw fieldProblem('phone', 'required')
  if (typed === null) return known ?? ''
  if (!isMobile(typed)) throw fieldProblem('phone', 'format')
  const nothingToSee = sale.consentConfirmedAt === null && documentNumber === null && email === '' && firstName === ''
  if (known !== null && known !== typed && !nothingToSee)
    throw fieldProblems([{ name: 'phone', code: 'invalid', message: text('consumer.field.phoneKnown') }])
  return typed
}
