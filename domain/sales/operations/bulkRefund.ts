/** So many operations can be selected at once: what fits into one question and into a table that somebody reads. */
export const BULK_MOST = 200

/** What somebody may still give back alone, in cents: of one refund, and of today; null: no limit. */
type RefundAllowance = { perRefund: number | null; dayLeft: number | null }

/**
 * Which of several refunds, given back in this order, are within somebody's limits. One that is not uses up nothing of
 * the day: somebody else approves it, and the later ones still have their turn.
 */
export function withinAllowance(amounts: readonly number[], { perRefund, dayLeft }: RefundAllowance): boolean[] {
  let left = dayLeft
  return amounts.map((amount) => {
    if ((perRefund !== null && amount > perRefund) || (left !== null && amount > left)) return false
    if (left !== null) left -= amount
    return true
  })
}
