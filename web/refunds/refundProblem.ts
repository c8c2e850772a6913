import type { Role } from '#domain/roles'
import { editorRefundLimitCents } from '#domain/roles'
import type { RefundDraft } from './refundDraft.ts'

/** Why a refund cannot be sent as it is written. */
export type RefundProblem = 'empty' | 'tooMuch' | 'limit' | 'note' | null

/**
 * The first thing wrong with a refund: no amount, more than what is left, more than an editor's limit, or "Otro"
 * without a note (our choice). The server checks the same again.
 * @param remaining what can still be given back, in cents
 */
export function refundProblem(draft: Pick<RefundDraft, 'amount' | 'reason' | 'comment'>, remaining: number, role: Role): RefundProblem {
  const { amount, reason, comment } = draft
  if (amount === null || amount === 0) return 'empty'
  if (amount > remaining) return 'tooMuch'
  if (role === 'editor' && amount > editorRefundLimitCents) return 'limit'
  return reason === 'other' && comment.trim() === '' ? 'note' : null
}
