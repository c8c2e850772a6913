import { cents, formatEuros, type Cents } from '#domain/platform/money'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { StandingCapture } from '../operation/standing.ts'

/** What one capture bears of a refund, in cents. */
export type CapturePart = { id: string; partCents: number }

/**
 * How much of a refund each capture bears: all of it the one that was asked for, else from the oldest on (docs/domain.md#refunds). Refuses with
 * ObjectNotFoundException for a capture of another operation and RefundAmountExceeded for one with too little left.
 */
export function captureParts(captures: readonly StandingCapture[], amountCents: Cents, captureId: string | undefined): CapturePart[] {
  const chosen = captureId === undefined ? captures : captures.filter(({ id }) => id === captureId)
  if (captureId !== undefined && chosen.length === 0) throw notFound(hexOf(captureId))
  let left: number = amountCents
  const parts = chosen
    .map((capture) => {
      const partCents = Math.min(left, capture.amountCents - capture.refundedCents)
      left -= partCents
      return { id: capture.id, partCents }
    })
    .filter(({ partCents }) => partCents > 0)
  if (left === 0) return parts
  if (captureId === undefined) throw new Error('the captures do not cover what was taken')
  throw new Refusal('RefundAmountExceeded', { values: { remaining: formatEuros(cents(amountCents - left)) } })
}
