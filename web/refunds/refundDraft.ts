import type { Operation, Refund } from '#contract/operations'
import { refundReasons, type RefundReason } from '../operation/refundReasons.ts'

/** What was sent and has no answer yet. */
export type SentRefund = { amount: number; knownIds: readonly string[] }

/**
 * A refund being written, as it is kept in this tab until it is answered. Amounts in cents. `key` makes every sending
 * of the same content one refund; it is made when the dialog opens and changes only with the content or a refusal.
 */
export type RefundDraft = {
  key: string
  amount: number | null
  /** The capture that bears all of it; null begins with the oldest. */
  captureId: string | null
  byLines: boolean
  units: readonly number[]
  shipping: boolean
  reason: RefundReason
  comment: string
  reference: string
  sent: SentRefund | null
}

/** The empty form under a new key. */
export function newRefundDraft(key: string): RefundDraft {
  return {
    key,
    amount: null,
    captureId: null,
    byLines: false,
    units: [],
    shipping: false,
    reason: 'product_returned',
    comment: '',
    reference: '',
    sent: null,
  }
}

/** Whether somebody has written something that was not sent. */
export const isBegun = ({ amount, byLines, comment, reference, sent }: RefundDraft): boolean =>
  sent === null && (amount !== null || byLines || comment !== '' || reference !== '')

type Content = Omit<RefundDraft, 'key' | 'sent'>

/** The draft with other content. After a sending, other content is another refund: it gets a key of its own. */
export function withContent(draft: RefundDraft, content: Partial<Content>, newKey: () => string): RefundDraft {
  const next = { ...draft, ...content }
  return draft.sent === null ? next : { ...next, sent: null, key: newKey() }
}

/** The draft as it is about to be sent: kept before sending, so that a reload knows. Sending it again keeps its key. */
export function sending(draft: RefundDraft, operation: Pick<Operation, 'refunds'>): RefundDraft {
  if (draft.sent || draft.amount === null) return draft
  return { ...draft, sent: { amount: draft.amount, knownIds: operation.refunds.map(({ id }) => id) } }
}

/** The draft after a refusal: nothing was done, and the next sending is a new one. */
export function refused(draft: RefundDraft, newKey: () => string): RefundDraft {
  return { ...draft, sent: null, key: newKey() }
}

/** The refund that a sending without an answer turned out to have made: one that was not there before, of that amount. */
export function madeBy(sent: SentRefund, operation: Pick<Operation, 'refunds'>): Refund | null {
  return (
    operation.refunds.find(({ id, amount, kind }) => kind === 'refund' && amount === sent.amount && !sent.knownIds.includes(id)) ?? null
  )
}

/** The draft as others are asked to approve it: empty texts are left out. */
export function requestBody({ amount, reason, comment, reference }: RefundDraft, captureId: string | undefined) {
  return {
    amount: amount ?? 0,
    captureId,
    reason,
    ...(comment.trim() && { comment: comment.trim() }),
    ...(reference.trim() && { merchantReference: reference.trim() }),
  }
}

/** A draft read back from the tab's storage; null unless it is whole. */
export function readRefundDraft(value: unknown): RefundDraft | null {
  if (typeof value !== 'object' || value === null) return null
  const draft = value as Partial<Record<keyof RefundDraft, unknown>> // each field is looked at below
  const { key, amount, captureId, byLines, units, shipping, reason, comment, reference, sent } = draft
  const chosen = refundReasons.find((one) => one === reason)
  if (typeof key !== 'string' || key.length < 16 || chosen === undefined) return null
  if (amount !== null && !isCents(amount)) return null
  if (captureId !== null && typeof captureId !== 'string') return null
  if (typeof byLines !== 'boolean' || typeof shipping !== 'boolean' || typeof comment !== 'string' || typeof reference !== 'string')
    return null
  if (!Array.isArray(units) || !units.every(isCents)) return null
  if (sent !== null && !isSent(sent)) return null
  return { key, amount, captureId, byLines, units, shipping, reason: chosen, comment, reference, sent }
}

const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

function isSent(value: unknown): value is SentRefund {
  if (typeof value !== 'object' || value === null) return false
  const { amount, knownIds } = value as Partial<Record<keyof SentRefund, unknown>> // looked at right here
  return isCents(amount) && Array.isArray(knownIds) && knownIds.every((id) => typeof id === 'string')
}
