import type Stripe from 'stripe'
import { addDays, addMonths, localDate } from '#domain/platform/dates'
import type { CardAnswer, CardPlace, DeclineRetry, RefundAnswer, SavedCard } from '../cardProvider.ts'

/** What we keep with an object at Stripe: our id, and whose operation it is. */
export const metadataOf = (id: string, { merchantId, mode, operationId }: CardPlace): Record<string, string> => ({
  payment_id: id,
  merchant_id: merchantId,
  mode,
  operation_id: operationId,
})

/** Our id and the operation of an object at Stripe; null when it is not ours. */
export function subjectOf(metadata: Stripe.Metadata | null | undefined): { id: string; place: CardPlace } | null {
  const { payment_id: id, merchant_id: merchantId, mode, operation_id: operationId } = metadata ?? {}
  if (!id || !merchantId || !operationId || (mode !== 'live' && mode !== 'sandbox')) return null
  return { id, place: { merchantId, mode, operationId } }
}

const never = new Set(
  'fraudulent lost_card stolen_card pickup_card restricted_card security_violation stop_payment_order revocation_of_authorization revocation_of_all_authorizations merchant_blacklist'.split(
    ' ',
  ),
)
const otherCard = new Set(
  'expired_card incorrect_number invalid_number invalid_account invalid_expiry_month invalid_expiry_year incorrect_cvc invalid_cvc card_not_supported currency_not_supported new_account_information_available expired_or_canceled_card lost_or_stolen_card'.split(
    ' ',
  ),
)

/** What helps after a decline: what the card's network advises, or else what the code means (docs.stripe.com/declines/codes). */
export function retryOf(code: string, advice?: string | null): DeclineRetry {
  if (advice === 'do_not_try_again') return 'never'
  if (advice === 'confirm_card_data') return 'other_card'
  if (advice === 'try_again_later') return 'later'
  return never.has(code) ? 'never' : otherCard.has(code) ? 'other_card' : 'later'
}

type PaymentError = Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'decline_code' | 'advice_code'>

/** A payment's state as an answer. */
export function paymentAnswer(payment: Stripe.PaymentIntent): CardAnswer {
  const { id: reference, status, next_action: action, last_payment_error: error } = payment
  switch (status) {
    case 'succeeded':
    case 'requires_capture':
      return { state: 'succeeded', reference }
    case 'requires_action':
      return { state: 'needs_action', reference, redirectUrl: action?.redirect_to_url?.url ?? null }
    case 'canceled':
      return { state: 'declined', reference, retry: 'later', code: payment.cancellation_reason ?? 'canceled' }
    case 'requires_payment_method':
      return declinedAnswer(reference, error ?? {})
    default:
      return { state: 'pending', reference }
  }
}

function declinedAnswer(reference: string, error: PaymentError): CardAnswer {
  const code = error.decline_code ?? error.code ?? 'card_declined'
  // Declined because the customer was not there to authenticate it.
  if (code === 'authentication_required') return { state: 'needs_action', reference, redirectUrl: null }
  return { state: 'declined', reference, retry: retryOf(code, error.advice_code), code }
}

/** A refund's state as an answer. */
export function refundAnswer({ id: reference, status, failure_reason: reason }: Stripe.Refund): RefundAnswer {
  if (status === 'succeeded') return { state: 'succeeded', reference }
  if (status !== 'failed' && status !== 'canceled') return { state: 'pending', reference }
  const code = reason ?? status
  return { state: 'declined', reference, retry: retryOf(code), code }
}

const pad = (month: number) => String(month).padStart(2, '0')

/** A payment method of a customer as a card: both are needed to charge it. Null when it is no card. */
export function savedCard(customer: string, { id, card }: Stripe.PaymentMethod): SavedCard | null {
  if (!card) return null
  const { brand, last4, exp_year: year, exp_month: month } = card
  const firstDay = localDate(`${year}-${pad(month)}-01`)
  return { token: `${customer}/${id}`, brand, last4, expiresOn: addDays(addMonths(firstDay, 1), -1) }
}

/** The customer and the payment method of a token. */
export function readToken(token: string): { customer: string; method: string } {
  const [customer = '', method = ''] = token.split('/')
  return { customer, method }
}
