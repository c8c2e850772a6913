import { refundReasons, type RefundReason } from '../operationStatus/refundReasons.ts'

/** A draft refund, kept in session storage until its outcome is known. Amounts in cents. */
export type RefundDraft = {
  amount: number | null
  /** The capture to refund; null: oldest first. */
  captureId: string | null
  byLines: boolean
  units: readonly number[]
  shipping: boolean
  reason: RefundReason
  comment: string
  reference: string
}

/** An empty draft. */
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

/** Whether anything was entered. */
export const isBegun = ({ amount, byLines, comment, reference }: RefundDraft): boolean =>
  amount !== null || byLines || comment !== '' || reference !== ''

/** The request body: empty strings are omitted. */
export function requestBody({ amount, reason, comment, reference }: RefundDraft, captureId: string | undefined) {
  return {
    amount: amount ?? 0,
    captureId,
    reason,
    ...(comment.trim() && { comment: comment.trim() }),
    ...(reference.trim() && { merchantReference: reference.trim() }),
  }
}

/** Parses a draft from session storage; null unless it is complete. */
export function readRefundDraft(value: unknown): RefundDraft | null {
  if (typeof value !== 'object' || value === null) return null
  const draft = value as Partial<Record<keyof RefundDraft, unknown>> // each property is validated below
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
