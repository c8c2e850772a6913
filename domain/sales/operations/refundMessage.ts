/** What a refund leaves of the customer's plan. Amounts in cents. */
type RefundLeft = { instalmentsAfter: number; nextDueOn: string | null; creditToCustomer: number }

/**
 * The message to the customer about a refund: lower instalments, also with a credit to the card; no instalments left, also with a credit; or only that it was
 * done. The shop reads it before confirming, and the e-mail says the same.
 */
type RefundMessage = 'lowered' | 'loweredCard' | 'end' | 'endCard' | 'plain'

export function refundMessage({ instalmentsAfter, nextDueOn, creditToCustomer }: RefundLeft): RefundMessage {
  if (instalmentsAfter === 0) return creditToCustomer > 0 ? 'endCard' : 'end'
  if (nextDueOn === null) return 'plain'
  return creditToCustomer > 0 ? 'loweredCard' : 'lowered'
}
