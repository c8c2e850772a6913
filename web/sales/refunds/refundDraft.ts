import { refundReasons, type RefundReason } from '../operation/refundReasons.ts'

/** A refund being written, as it is kept in this tab until it is answered. Amounts in cents. */
export type RefundDraft = {
  amount: number | null
  /** The capture that bears all of it; null begins with the oldest. */
  captureId: string | null
  byLines: boolean
  units: readonly number[]
  shipping: boolean
  reason: RefundReason
  comment: string
  reference: string
}

/** The empty form. */
export const newRefundDraft = (): RefundDraft => ({
  amount: null,
  captureId: null,
  byLines: false,
  units: [],
  shipping: false,
  reason: 'product_returned',
  comment: '',
  reference: '',
})

/** Whether somebody has written something. */
export const isBegun = ({ amount, byLines, comment, reference }: RefundDraft): boolean =>
  amount !== null || byLines || comment !== '' || reference !== ''

/** The draft as it is sent: empty texts are left out. */
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
  const { amount, captureId, byLines, units, shipping, reason, comment, reference } = draft
  const chosen = refundReasons.find((one) => one === reason)
  if (chosen === undefined) return null
  if (amount !== null && !isCents(amount)) return null
  if (captureId !== null && typeof captureId !== 'string') return null
  if (typeof byLines !== 'boolean' || typeof shipping !== 'boolean' || typeof comment !== 'string' || typeof reference !== 'string')
    return null
  if (!Array.isArray(units) || !units.every(isCents)) return null
  return { amount, captureId, byLines, units, shipping, reason: chosen, comment, reference }
}

const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
