import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readStanding } from '../operation/standing.ts'
import { stopOperation } from '../operation/stopOperation.ts'
import { touchCheckout } from '../operation/touchCheckout.ts'
import { supportNumberPattern } from '../../money/payments/identityProvider.ts'
import { wrong } from './code.ts'
import { decideSale } from './decide.ts'
import { enter } from './enter.ts'
import { fieldProblem } from './fieldProblem.ts'
import { CHALLENGE_ATTEMPTS, show } from './show.ts'

/** Proves who holds the document; the third wrong number ends the request, as does somebody else's (T4). A number of the wrong form is not counted. */
export const checkoutChallenge: Handler<'checkoutChallenge'> = async (call) => {
  const { db, scope, body, now, services, audit } = call
  const { sale } = await enter(call, 'challenge')
  const supportNumber = body.supportNumber.replace(/[\s-]/g, '').toUpperCase()
  if (!supportNumberPattern.test(supportNumber)) throw fieldProblem('support_number', 'format')
  const attempt = sale.challengeAttempts + 1
  const answer = await services.payments.identity.challenge({
    id: `${sale.checkoutId}.${attempt}`,
    documentNumber: sale.customer.documentNumber ?? '',
    supportNumber,
    mode: scope.mode,
  })
  db.send(sql`update checkouts c set challenge_attempts = ${attempt}, challenge_passed_at = ${answer === 'passed' ? now : null}
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${sale.checkoutId}`)
  touchCheckout(db, scope, sale.operationId)
  audit({ entity: 'checkout', entityId: sale.checkoutId, after: { challenge: answer, attempt } })
  if (answer === 'failed' && attempt < CHALLENGE_ATTEMPTS)
    throw wrong(CHALLENGE_ATTEMPTS - attempt, { many: 'support', one: 'supportOne', none: 'spent' })
  if (answer !== 'passed') {
    const standing = await readStanding(db, scope, sale.operationId, false)
    await stopOperation(db, scope, { standing, event: 'challenge_failed', by: { actor: 'customer', userId: null }, now })
  } else await decideSale(call)
  return show(call)
}
