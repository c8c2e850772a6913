import type { SignedRequest } from '../../money/payments/cardProvider.ts'
/** An SMS provider. Never throws. `to`: nine national digits of Spain. */
export type SmsProvider = {
  send(sms: Sms): Promise<SmsOutcome>
  /** Reports whether messages arrived, by signed requests to `/partners/<name>/events`: null for what the partner did not sign. Null: it never reports. */
  receipts?: { name: string; verify(request: SignedRequest): SmsReceipt | null } | null
}

/** `rejected`: this number can never receive it; `unreachable`: whether it was sent is unknown, and a retry finds out. */
export type SmsOutcome = 'sent' | 'rejected' | 'unreachable'

/** What a partner reports about a message that it accepted. `id`: of the report; `about`: of the message. */
export type SmsReceipt = { id: string; state: 'sent' | 'delivered' | 'failed'; about: string }

/**
 * A text message. `id` is our id and the provider's idempotency key: repeated with the same id it is sent once. `about`: what its receipts are about, ids alone; `again`:
 * it may have been sent before.
 */
export type Sms = { to: string; text: string; id: string; about?: string; again?: boolean }
