/** Maximum operations selected at once: what fits into one request and one readable table. */
export const MAX_BULK_OPERATIONS = 200

/** What somebody may refund without approval, in cents: per refund, and today; null: no limit. */
type RefundAllowance = { perRefund: number | null; dayLeft: number | null }

/** Which of several refunds, in this order, are within somebody's limits. One beyond them uses nothing of the daily limit, so that later ones may still fit. */
export function withinAllowance(amounts: readonly number[], { perRefund, dayLeft }: RefundAllowance): boolean[] {
  let left = dayLeft
  return amounts.map((amount) => {
    if ((perRefund !== null && amount > perRefund) || (left !== null && amount > left)) return false
    if (left !== null) left -= amount
    return true
  })
}
