import { newId } from '../../platform/database/newId.ts'
import { type IdentityAnswer, supportNumberPattern } from '../../money/payments/identityProvider.ts'
import { type CallBeforeTransaction, type Call, type Handler, withPreparation } from '../../platform/calls/call.ts'
import { currentLanguage } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { checkReturnedTo, type IdentityCheck, isEnded, readChecks, returnState } from '../identity/checks.ts'
import { settleIdentity } from '../identity/settleIdentity.ts'
import { touchCheckout } from '../lifecycle/touchCheckout.ts'
import { checkoutReturnUrl } from '../messages/customerLinks.ts'
import { wrongCode } from './code.ts'
import { decideSale } from './decide.ts'
import { fieldProblem } from './identityProblems.ts'
import { lockSale, type Sale } from './sale.ts'
import { show } from './show.ts'
import { checkStep, lockForStep } from './step.ts'

/** How long a customer has for one check; a partner that decides has longer. */
const checkMs = 60 * 60_000

type ChallengeCall = CallBeforeTransaction<'checkoutChallenge'>
type PartnerAnswer = { checkId: string; answer: IdentityAnswer }
type Typed = { asks: 'support_number' | 'code'; text: string }

/**
 * Checks the customer's identity at a partner: begins a check, passes on what the customer typed, or reads the result. After a closed tab, or on another device, the
 * same call continues the check. The third failure ends the request, as does somebody else's document (T4); malformed input is not counted. A return state works once: used
 * again, it changes nothing. Refuses with StepNotAllowed a state that is not of this sale.
 */
export const checkoutChallenge: Handler<'checkoutChallenge'> = withPreparation(
  askPartner,
  async (call: Call<'checkoutChallenge'>, checkAnswer) => {
    const { db, scope, body, now, services, audit } = call
    if (checkAnswer === null) return show(call)
    const { sale } = await lockForStep(call, 'challenge')
    const context = { services, db, scope, now, wallNow: services.wallClock() }
    const { state, left } = await settleIdentity(context, checkAnswer.checkId, checkAnswer.answer)
    audit({ entity: 'checkout', entityId: sale.checkoutId, after: { challenge: state } })
    if (state === 'passed') {
      db.send(sql`update checkouts c set challenge_passed_at = ${now}
        where ${inScope(scope, 'c')} and c.id = ${sale.checkoutId}`)
      touchCheckout(db, scope, sale.operationId, await decideSale(call))
    }
    if (state !== 'failed' || left === 0) return show(call)
    if (body.supportNumber !== undefined) throw wrongCode(left, { many: 'support', one: 'supportOne', none: 'spent' })
    if (body.code !== undefined) throw wrongCode(left, { one: 'one', none: 'spent' })
    return show(call)
  },
)

/** Asks the partner, before the transaction. Null: the browser came back with a state that was used already. */
async function askPartner(call: ChallengeCall): Promise<PartnerAnswer | null> {
  const { body, services, scope } = call
  const typed = typedAnswer(body)
  const { sale } = await checkStep(call, 'challenge')
  const checks = await services.database.read(scope, (db) => readChecks(db, scope, sale.checkoutId))
  if (body.returned !== undefined && !(await takeReturn(call, checks, body.returned))) return null
  const last = checks[0]
  // A partner may have said so while the customer was away.
  if (last?.state === 'passed') return { checkId: last.id, answer: { state: 'passed', reference: last.reference ?? '' } }
  const check = last === undefined || isEnded(last.state) ? await newCheck(call, sale) : last
  const answer = await askAbout(call, sale, check)
  if (typed === null || answer.state !== 'needs_answer') return { checkId: check.id, answer }
  if (typed.asks !== answer.asks) throw fieldProblem(typed.asks, 'invalid')
  const place = { ...scope, operationId: sale.operationId }
  const { id } = check
  return { checkId: id, answer: await services.payments.identity.answer({ id, place, reference: answer.reference, text: typed.text }) }
}

/** What the customer typed, where it is well formed. */
function typedAnswer({ supportNumber, code }: ChallengeCall['body']): Typed | null {
  if (supportNumber !== undefined) {
    const text = supportNumber.replace(/[\s-]/g, '').toUpperCase()
    if (!supportNumberPattern.test(text)) throw fieldProblem('support_number', 'format')
    return { asks: 'support_number', text }
  }
  if (code === undefined) return null
  if (!/^\d{6}$/.test(code)) throw fieldProblem('code', 'format')
  return { asks: 'code', text: code }
}

/** Uses up the state of a return; false: it was used before. Refuses a state that is not of this sale. */
async function takeReturn({ services, scope, now }: ChallengeCall, checks: readonly IdentityCheck[], state: string): Promise<boolean> {
  const check = checkReturnedTo(services, checks, state)
  if (!check) throw new Refusal('StepNotAllowed', { why: 'returned' })
  const taken = await services.database.write(scope, (db) =>
    db.run(
      sql`update identity_checks i set returned_at = ${now} where ${inScope(scope, 'i')} and i.id = ${check.id} and i.returned_at is null`,
    ),
  )
  return taken === 1
}

/** Records a check before its partner is asked: a second press, or a retry after a crash, is the same check. */
async function newCheck({ services, scope, now }: ChallengeCall, sale: Sale): Promise<IdentityCheck> {
  const { name } = services.payments.identity
  const [expiresAt, dueAt] = [new Date(now.getTime() + checkMs), new Date(services.wallClock().getTime() + checkMs)]
  return services.database.write(scope, async (db) => {
    lockSale(db, scope, sale.checkoutId)
    const [last] = await readChecks(db, scope, sale.checkoutId)
    if (last && !isEnded(last.state)) return last
    await db.run(sql`insert into identity_checks (id, merchant_id, mode, checkout_id, operation_id, attempt, provider, created_at, due_at, expires_at)
      values (${newId(now)}, ${scope.merchantId}, ${scope.mode}, ${sale.checkoutId}, ${sale.operationId}, ${(last?.attempt ?? 0) + 1}, ${name}, ${now}, ${dueAt},
        ${expiresAt})`)
    const [check] = await readChecks(db, scope, sale.checkoutId)
    if (!check) throw new Error(`the identity check of checkout ${sale.checkoutId} was not recorded`)
    return check
  })
}

/** The present state of a check; it is begun when the partner does not know it, or its answer was lost. */
async function askAbout({ services, scope }: ChallengeCall, sale: Sale, { id, reference, state }: IdentityCheck): Promise<IdentityAnswer> {
  const { identity } = services.payments
  const place = { ...scope, operationId: sale.operationId }
  const existing = state === 'asked' ? null : await identity.find({ id, place, reference })
  if (existing) return existing
  const { firstName, lastName, documentNumber, phone } = sale.customer
  const person = { firstName, lastName, documentNumber: documentNumber ?? '', birthday: sale.birthday, phone }
  const returnUrl = checkoutReturnUrl(services, sale.checkoutId, returnState(services, id))
  return identity.start({ id, place, person, returnUrl, language: currentLanguage() })
}
