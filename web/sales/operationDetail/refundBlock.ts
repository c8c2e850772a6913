import type { Operation } from '#contract/sales/operations'
import { canRefund, remainingCents } from '#domain/sales/operations/lifecycle'
import { factsOf } from '../operationStatus/operationFacts.ts'

type Rule = Extract<ReturnType<typeof canRefund>, { allowed: false }>
/** Why this member cannot refund now: the rule, with its date if it has one. */
type RefundBlock = { why: Rule['why'] | 'held' | 'role'; on?: Rule['on'] }

/**
 * Null if a refund is possible, or if the customer has not bought (yet). A rule that holds for everybody comes before a missing right, because a colleague could not
 * refund either.
 */
export function refundBlock(operation: Operation, mayRefund: boolean, now: Date): RefundBlock | null {
  const { category, substatus, heldAmount } = operation
  if (category !== 'accepted' && substatus !== 'pending_merchant') return null
  const facts = factsOf(operation)
  const permission = canRefund(facts, now)
  if (permission.allowed) return mayRefund ? null : { why: 'role' }
  // Undoing a held refund or cancelling is suggested only to members with the right to refund.
  const isHeld = permission.why === 'nothing_left' && heldAmount > 0
  if (isHeld || permission.why === 'not_captured') return { why: !mayRefund ? 'role' : isHeld ? 'held' : 'not_captured' }
  // An operation that ended because everything was given back.
  if (permission.why === 'state' && remainingCents(facts) === 0) return { why: 'nothing_left' }
  return permission
}
