import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { byCheckoutLink } from '../platform/policy.ts'
import { amount } from '../platform/values.ts'
import { cardToken, checkoutAnswers, checkoutPath } from './checkout.ts'

/**
 * Repays before it is due: the next instalment (`number`), or from it on all that is left, with the interest until today only (docs/domain.md#early-repayment).
 * `expectedAmount`: what the customer saw.
 */
export const checkoutPayEarly = endpoint({
  name: 'checkoutPayEarly',
  method: 'POST',
  path: `${checkoutPath}/pay-early`,
  summary: 'Pagar mis cuotas antes de tiempo',
  policy: byCheckoutLink,
  body: z.strictObject({ number: z.int().check(z.minimum(1)), all: z.boolean(), expectedAmount: amount }),
  answers: checkoutAnswers,
  refusals: ['LinkReplaced', 'StepNotAllowed', 'CardDeclined', 'StaleAmount'],
})

/** Replaces the card that pays the instalments; `token` as for the first card. */
export const checkoutNewCard = endpoint({
  name: 'checkoutNewCard',
  method: 'POST',
  path: `${checkoutPath}/new-card`,
  summary: 'Cambiar la tarjeta de mis cuotas',
  policy: byCheckoutLink,
  body: z.strictObject({ token: z.optional(cardToken) }),
  answers: checkoutAnswers,
  refusals: ['LinkReplaced', 'StepNotAllowed', 'CardDeclined'],
})
