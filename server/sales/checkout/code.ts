import { randomBytes } from 'node:crypto'
import { compactPhone, isMobile } from '#domain/platform/identifiers'
import { nextState } from '#domain/sales/operations/lifecycle'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { hashOfMark } from '../../platform/calls/cookies.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { addEvent, touchCheckout } from '../operation/addEvent.ts'
import { nameCustomer } from '../operation/customerName.ts'
import { CODE_ATTEMPTS, codeExpiresAt, codeWay, correctionsLeft, countCorrection, sendCode } from './codes.ts'
import { enter } from './enter.ts'
import { fieldProblem, fieldProblems } from './identityProblems.ts'
import type { Sale } from './sale.ts'
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

/** How long a browser stays known, in seconds: a link lives three days and an identity check adds two. */
const deviceSeconds = 5 * 86_400

/** Confirms the consents with the code and binds this browser. A wrong code is counted whatever else happens. */
export const checkoutCode: Handler<'checkoutCode'> = async (call) => {
  const { db, scope, body, now, services, audit } = call
  const { sale } = await enter(call, 'code')
  if (sale.codeSentAt === null || codeExpiresAt(sale.codeSentAt) <= now) throw new Refusal('CodeWrong', { why: 'expired' })
  if (sale.codeAttempts >= CODE_ATTEMPTS) throw new Refusal('CodeWrong', { why: 'spent' })
  if (body.code !== services.tokens.codeOf(sale.checkoutId, sale.codesSent)) {
    db.send(sql`update checkouts c set code_attempts = c.code_attempts + 1
      where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`)
    audit({ entity: 'checkout', entityId: sale.checkoutId, after: { codeAttempts: sale.codeAttempts + 1 } })
    throw wrong(CODE_ATTEMPTS - sale.codeAttempts - 1, { one: 'one', none: 'spent' })
  }
  const device = bindDevice(call, sale)
  await confirmConsent(call, sale)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { consent: 'confirmed' } })
  return show({ ...call, customer: { ...call.customer, device } })
}

/** Says how many tries are left, in the sentences of the catalogue that are named; what was counted stays counted. */
export function wrong(left: number, why: { many?: string; one: string; none: string }): Refusal {
  const sentence = left === 0 ? why.none : left === 1 ? why.one : why.many
  return new Refusal('CodeWrong', {
    keepsEffects: true,
    values: { left: String(left) },
    ...(sentence === undefined ? {} : { why: sentence }),
  })
}

/** Leaves the browser a mark of which only the hash is kept; the code is used up, and any browser bound before is not any more. */
function bindDevice({ db, scope, now, services, http }: Call<'checkoutCode'>, sale: Sale): string {
  const device = randomBytes(32).toString('base64url')
  db.send(sql`update checkouts c set device_hash = ${hashOfMark(device)}, code_sent_at = null,
      consent_confirmed_at = coalesce(c.consent_confirmed_at, ${now}), progress = case when c.progress = 'in_checkout' then c.progress else 'consent_confirmed' end
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`)
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  http.setCookie(`co=${device}; HttpOnly; SameSite=Strict; Path=/v2/checkout/${hexOf(sale.checkoutId)}; Max-Age=${deviceSeconds}${secure}`)
  return device
}

/** R1, once; a code entered on another browser confirms nothing new. */
async function confirmConsent({ db, scope, now }: Call<'checkoutCode'>, sale: Sale): Promise<void> {
  const after = nextState(sale, 'consent_confirmed')
  if (!after) return
  db.send(sql`update operations o set status_reason = ${after.statusReason}
    where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${sale.operationId}`)
  const event = {
    operationId: sale.operationId,
    at: now,
    event: 'consent_confirmed',
    actor: 'customer' as const,
    userId: null,
    amountCents: null,
  }
  await addEvent(db, scope, { ...event, before: sale, after })
}

/**
 * Puts another mobile in the place of a mistyped one, before the code was entered, and sends a new code there; the one before dies. The shop's
 * ladder says so. Refuses with StepNotAllowed after two corrections, and as every code with TooManyRequests.
 */
export const checkoutPhone: Handler<'checkoutPhone'> = async (call) => {
  const { db, scope, body, audit } = call
  const { sale } = await enter(call, 'phone')
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
