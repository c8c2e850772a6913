import type { Operation } from '#contract/sales/operations'
import { canRefund } from '#domain/sales/operations/lifecycle'
import { factsOf } from '../operationStatus/operationFacts.ts'

type Rule = Extract<ReturnType<typeof canRefund>, { allowed: false }>
/** Why this member cannot refund now: the rule, with its date if it has one. */
type RefundBlock = { why: Rule['why'] | 'held' | 'role'; on?: Rule['on'] }

/**
 * Null where a refund is possible, and where nobody asks for one: the customer has not bought (yet). A rule that holds for everybody is told before a missing
 * right: a colleague could not refund either.
 */
export function refundBlock(operation: Operation, mayRefund: boolean, now: Date): RefundBlock | null {
  const { category, substatus, suspensionReason, heldAmount } = operation
  if (category !== 'accepted' && substatus !== 'pending_merchant') return null
  const permission = canRefund(factsOf(operation), now)
  if (permission.allowed) return mayRefund ? null : { why: 'role' }
  if (permission.why === 'nothing_left' && heldAmount > 0) return { why: 'held' }
  if (permission.why === 'state' && suspensionReason === 'fully_refunded') return { why: 'nothing_left' }
  return permission
}
