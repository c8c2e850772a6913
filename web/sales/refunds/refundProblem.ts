import type { AnswerOf } from '#contract/platform/endpoint'
import type { operationRefundPreview } from '#contract/sales/operationVerbs'
import type { RefundDraft } from './refundDraft.ts'

/** The member's limits: per refund, and what is left of today's; null: no limit. Cents. */
export type Limits = AnswerOf<typeof operationRefundPreview>['limits']

/** Why a refund is invalid. */
export type RefundProblem = 'empty' | 'tooMuch' | 'note' | null

/**
 * The first problem of a refund: no amount, more than the remaining amount, or "Otro" without a note. The server validates it again.
 * @param remaining the refundable amount, in cents
 */
export function refundProblem(draft: Pick<RefundDraft, 'amount' | 'reason' | 'comment'>, remaining: number): RefundProblem {
  const { amount, reason, comment } = draft
  if (amount === null || amount === 0) return 'empty'
  if (amount > remaining) return 'tooMuch'
  return reason === 'other' && comment.trim() === '' ? 'note' : null
}

/** Whether an amount, in cents, requires somebody else's approval. While limits are unknown, the server decides. */
export function needsApproval(amount: number | null, limits: Limits | null): boolean {
  if (amount === null || limits === null) return false
  const { perRefund, dayLeft } = limits
  return (perRefund !== null && amount > perRefund) || (dayLeft !== null && amount > dayLeft)
}

/**
 * What the member may refund without approval, by the tighter of their limits, `dayNone` when nothing of today's is left; null where it is no less than the refundable amount, which is shown anyway.
 * @param remaining the refundable amount, in cents
 */
export function ownLimit(limits: Limits | null, remaining: number): { of: 'perRefund' | 'dayLeft' | 'dayNone'; amount: number } | null {
  const [perRefund, dayLeft] = [limits?.perRefund ?? Infinity, limits?.dayLeft ?? Infinity]
  const amount = Math.min(perRefund, dayLeft)
  if (amount >= remaining) return null
  return { of: dayLeft === 0 ? 'dayNone' : perRefund < dayLeft ? 'perRefund' : 'dayLeft', amount }
}
