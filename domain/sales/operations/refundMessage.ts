/** What a refund leaves of the customer's plan, as a customer is told of it. Amounts in cents. */
type RefundLeft = { instalmentsAfter: number; nextDueOn: string | null; creditToCustomer: number }

/**
 * What a customer is told of a refund: instalments become lower, also with money on the card; none are left, also with money on the card; or only that
 * it was done. The shop reads it before it confirms, and the letter says the same.
 */
type RefundMessage = 'lowered' | 'loweredCard' | 'end' | 'endCard' | 'plain'

export function refundMessage({ instalmentsAfter, nextDueOn, creditToCustomer }: RefundLeft): RefundMessage {
  if (instalmentsAfter === 0) return creditToCustomer > 0 ? 'endCard' : 'end'
  if (nextDueOn === null) return 'plain'
  return creditToCustomer > 0 ? 'loweredCard' : 'lowered'
}
