import type { AnswerOf } from '#contract/platform/endpoint'
import type { operationRefundPreview } from '#contract/sales/operationVerbs'
import type { RefundDraft } from './refundDraft.ts'

/** What the person may give back now: of one refund, and of what is left of today; null: no limit. In cents. */
export type Limits = AnswerOf<typeof operationRefundPreview>['limits']

/** Why a refund cannot be sent as it is written. */
export type RefundProblem = 'empty' | 'tooMuch' | 'note' | null

/**
 * The first thing wrong with a refund: no amount, more than what is left, or "Otro" without a note. The server checks the same again.
 * @param remaining what can still be given back, in cents
 */
export function refundProblem(draft: Pick<RefundDraft, 'amount' | 'reason' | 'comment'>, remaining: number): RefundProblem {
  const { amount, reason, comment } = draft
  if (amount === null || amount === 0) return 'empty'
  if (amount > remaining) return 'tooMuch'
  return reason === 'other' && comment.trim() === '' ? 'note' : null
}

/** Whether somebody else has to approve an amount, in cents. Unknown limits are the server's to know. */
export function needsApproval(amount: number | null, limits: Limits | null): boolean {
  if (amount === null || limits === null) return false
  const { perRefund, dayLeft } = limits
  return (perRefund !== null && amount > perRefund) || (dayLeft !== null && amount > dayLeft)
}
