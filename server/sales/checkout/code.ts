import { randomBytes } from 'node:crypto'
import { compactPhone, isMobile } from '#domain/platform/identifiers'
import { nextState } from '#domain/sales/operations/lifecycle'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { hashOfMark } from '../../platform/calls/cookies.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { countStep } from '../lifecycle/countFacts.ts'
import { changeOperation } from '../lifecycle/changeOperation.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { nameCustomer } from '../lifecycle/customerName.ts'
import { CODE_ATTEMPTS, codeExpiresAt, codeDestination, correctionsLeft, countCorrection, sendCode } from './codes.ts'
import { lockForStep } from './step.ts'
import { fieldProblem, fieldProblems } from './identityProblems.ts'
import type { Sale } from './sale.ts'
import { show } from './show.ts'

/** Sends another code; the previous one is revoked. Refuses with TooManyRequests, and with StepNotAllowed before the consents. */
export const checkoutCodeSend: Handler<'checkoutCodeSend'> = async (call) => {
  const { db, scope, audit } = call
  const { sale } = await lockForStep(call, 'codeSend')
  const destination = codeDestination(sale.customer)
  if (sale.consentsGivenAt === null || destination === null) throw new Refusal('StepNotAllowed')
  await sendCode(call, sale, destination)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { codesSent: sale.codesSent + 1 } })
  return show(call)
}

/** Lifetime of the device cookie, in seconds: a link lives three days and an identity check adds two. */
const deviceSeconds = 5 * 86_400

/** Confirms the consents with the code and binds this browser. A wrong code is counted whatever else happens. */
export const checkoutCode: Handler<'checkoutCode'> = async (call) => {
  const { db, scope, body, now, services, audit } = call
  const { sale } = await lockForStep(call, 'code')
  if (sale.codeSentAt === null || codeExpiresAt(sale.codeSentAt) <= now) throw new Refusal('CodeWrong', { why: 'expired' })
  if (sale.codeAttempts >= CODE_ATTEMPTS) throw new Refusal('CodeWrong', { why: 'spent' })
  if (!services.tokens.isCode(body.code, sale.checkoutId, sale.codesSent)) {
    db.send(sql`update checkouts c set code_attempts = c.code_attempts + 1
      where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
    audit({ entity: 'checkout', entityId: sale.checkoutId, after: { codeAttempts: sale.codeAttempts + 1 } })
    throw wrongCode(CODE_ATTEMPTS - sale.codeAttempts - 1, { one: 'one', none: 'spent' })
  }
  const device = bindDevice(call, sale)
  await confirmConsent(call, sale)
  if (sale.consentConfirmedAt === null) countStep(db, scope, now, { operationId: sale.operationId, step: 'consented' })
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { consent: 'confirmed' } })
  return show({ ...call, customer: { ...call.customer, device } })
}

/** Says how many attempts are left, with the given sentences of the message catalogue; the count stays committed. */
export function wrongCode(left: number, why: { many?: string; one: string; none: string }): Refusal {
  const sentence = left === 0 ? why.none : left === 1 ? why.one : why.many
  return new Refusal('CodeWrong', {
    keepsEffects: true,
    values: { left: String(left) },
    ...(sentence === undefined ? {} : { why: sentence }),
  })
}

/** Sets a device cookie of which only the hash is stored; the code is used up, and a previously bound browser is unbound. */
function bindDevice({ db, scope, now, services, http }: Call<'checkoutCode'>, sale: Sale): string {
  const device = randomBytes(32).toString('base64url')
  db.send(sql`update checkouts c set device_hash = ${hashOfMark(device)}, code_sent_at = null,
      consent_confirmed_at = coalesce(c.consent_confirmed_at, ${now}), progress = case when c.progress = 'in_checkout' then c.progress else 'consent_confirmed' end
    where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  http.setCookie(`co=${device}; HttpOnly; SameSite=Strict; Path=/v2/checkout/${hexOf(sale.checkoutId)}; Max-Age=${deviceSeconds}${secure}`)
  return device
}

/** R1, once; a code entered on another browser confirms nothing new. */
async function confirmConsent({ db, scope, now }: Call<'checkoutCode'>, sale: Sale): Promise<void> {
  const after = nextState(sale, 'consent_confirmed')
  if (!after) return
  const by = { actor: 'customer' as const, userId: null, amountCents: null }
  changeOperation(db, scope, now, { operationId: sale.operationId, event: 'consent_confirmed', ...by, before: sale, after })
}

/**
 * Replaces a mistyped mobile before the code was entered, and sends a new code there; the previous one is revoked. The shop's progress steps show it. Refuses
 * with StepNotAllowed after two corrections, and like every code with TooManyRequests.
 */
export const checkoutPhone: Handler<'checkoutPhone'> = async (call) => {
  const { db, scope, body, services, audit } = call
  const { sale } = await lockForStep(call, 'phone')
  if (correctionsLeft(sale) === 0) throw new Refusal('StepNotAllowed', { why: 'phones' })
  const typed = compactPhone(body.phone)
  if (!isMobile(typed)) throw fieldProblem('phone', 'format')
  if (typed === sale.customer.phone) throw fieldProblems([{ name: 'phone', code: 'same', message: text('consumer.field.phoneSame') }])
  countCorrection(db, scope, sale)
  const customer = { ...sale.customer, phone: typed }
  await nameCustomer(db, scope, { operationId: sale.operationId, customer, secret: services.config.sessionSecrets[0] })
  await sendCode(call, sale, { channel: 'sms', to: typed })
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { phoneCorrections: sale.phoneCorrections + 1 } })
  return show(call)
}
