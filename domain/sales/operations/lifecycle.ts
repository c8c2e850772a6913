import { addDays, endOfMadridDay, madridDay, type LocalDate } from '../../platform/dates.ts'
import { cents, type Cents } from '../../platform/money.ts'
import type { CaptureMode, Category, OperationState, Product, StatusReason, Substatus } from './states.ts'

// Re-exported here: states, transitions and answers belong to the lifecycle.
export * from './states.ts'
export * from './transitions.ts'
export * from './answers.ts'

/** Days after its capture on which an amount can still be refunded or cancelled (docs/domain.md#cancel-capture-void). */
export const REFUND_WINDOW_DAYS = 365

/** Days after confirmation to capture, when capture is deferred; an extension adds as many. */
export const CAPTURE_WINDOW_DAYS = 15

/** Days after confirmation on which the customer may withdraw (Ley 16/2011, art. 28). */
export const WITHDRAWAL_WINDOW_DAYS = 14

const categoryBySubstatus: Readonly<Record<Substatus, Category>> = {
  payment_process: 'accepted',
  payment_completed: 'accepted',
  payment_suspended: 'accepted',
  pending_merchant: 'in_process',
  pending_customer: 'in_process',
  stopped_merchant: 'stopped',
  stopped_customer: 'stopped',
  stopped_duplicated: 'stopped',
  rejected: 'rejected',
}

/** The category of a sub-status (docs/domain.md#operation-states). */
export function categoryOf(substatus: Substatus): Category {
  return categoryBySubstatus[substatus]
}

/** The status for a shop's plugin: `ko` when stopped or rejected, else `ok` once confirmed. */
export function pluginStatus(operation: { substatus: Substatus; confirmedAt: Date | null }): 'ok' | 'ko' | 'pending' {
  const category = categoryOf(operation.substatus)
  if (category === 'stopped' || category === 'rejected') return 'ko'
  return operation.confirmedAt ? 'ok' : 'pending'
}

/** The facts that the rules below need. Amounts in cents, times as instants. */
export interface OperationFacts extends OperationState {
  product: Product
  captureMode: CaptureMode
  confirmedAt: Date | null
  /** Deadline for confirmation; only while one is pending. */
  confirmBy?: Date | null
  /** Deadline for capture; only for deferred capture. */
  captureBy: Date | null
  lastCapturedAt: Date | null
  /** The merchant sent the checkout (link, QR or assisted sale); false when absent. */
  offlineCheckout?: boolean
  totalCents: Cents
  voidedCents: Cents
  capturedCents: Cents
  /** Completed and held refunds, without undone ones. */
  refundedCents: Cents
  /** What customers dispute at their bank, undecided or lost; absent: nothing (docs/domain.md#card-disputes). */
  disputedCents?: Cents
}

/** The rule that blocks an action; the screen has a sentence for each. */
type WhyNot =
  | 'not_confirmed'
  | 'already_confirmed'
  | 'not_captured'
  | 'not_deferred'
  | 'state'
  | 'window_over'
  | 'expired'
  | 'nothing_left'
  | 'nothing_to_capture'
  | 'already_extended'
  | 'disputed'

/** Whether an action is allowed, else why not, and `on` which Madrid day its period ended. */
export type Permission<Why extends WhyNot = WhyNot> = { allowed: true } | { allowed: false; why: Why; on?: LocalDate }

const ALLOWED = { allowed: true } as const
const blocked = <Why extends WhyNot>(why: Why, on?: LocalDate): Permission<Why> => ({ allowed: false, why, ...(on && { on }) })

/** What can still be refunded: captured − refunded, in cents, never negative. */
export function remainingCents(operation: Pick<OperationFacts, 'capturedCents' | 'refundedCents'>): Cents {
  return cents(Math.max(operation.capturedCents - operation.refundedCents, 0))
}

/** What can still be captured: total − voided − captured, in cents, never negative. */
export function remainingCaptureCents(operation: Pick<OperationFacts, 'totalCents' | 'voidedCents' | 'capturedCents'>): Cents {
  return cents(Math.max(operation.totalCents - operation.voidedCents - operation.capturedCents, 0))
}

/** Whether the merchant captures later: the 15-day product, or manual capture. */
export function isCaptureDeferred(operation: Pick<OperationFacts, 'product' | 'captureMode'>): boolean {
  return operation.product === 'pay_later' || operation.captureMode === 'manual'
}

/** The last day in Madrid on which a capture can be refunded: 365 days after it, inclusive. */
export function refundWindowEndsOn(capturedAt: Date): LocalDate {
  return addDays(madridDay(capturedAt), REFUND_WINDOW_DAYS)
}

/** The sub-statuses in which captured money can be given back. */
const REFUNDABLE: readonly Substatus[] = ['payment_process', 'payment_completed']

/**
 * Whether any amount may be refunded now: the plan is live or completed, something is
 * left of what was captured, and the last capture is at most 365 days old.
 */
export function canRefund(
  operation: OperationFacts,
  now: Date,
): Permission<'not_confirmed' | 'not_captured' | 'disputed' | 'state' | 'nothing_left' | 'window_over'> {
  const { substatus, confirmedAt, lastCapturedAt, disputedCents = 0 } = operation
  if (categoryOf(substatus) === 'in_process') return blocked(confirmedAt ? 'not_captured' : 'not_confirmed')
  // The customer's bank gives the money back: a refund would pay it twice.
  if (disputedCents > 0) return blocked('disputed')
  if (!REFUNDABLE.includes(substatus)) return blocked('state')
  if (!confirmedAt) return blocked('not_confirmed')
  if (!lastCapturedAt || remainingCents(operation) === 0) return blocked('nothing_left')
  const lastDay = refundWindowEndsOn(lastCapturedAt)
  return now > endOfMadridDay(lastDay) ? blocked('window_over', lastDay) : ALLOWED
}

/**
 * Whether the operation may be cancelled now: while the merchant has to confirm or capture, while a checkout sent by the merchant is pending on the customer,
 * and otherwise as a refund of everything remaining.
 */
export function canCancel(operation: OperationFacts, now: Date): Permission {
  if (operation.substatus === 'pending_merchant') return ALLOWED
  if (operation.substatus === 'pending_customer') return operation.offlineCheckout ? ALLOWED : blocked('state')
  return canRefund(operation, now)
}

/**
 * Whether the merchant may capture now: deferred capture, confirmed, something left to capture, before the deadline. After a first partial capture the
 * operation is in `payment_process`.
 */
export function canCapture(operation: OperationFacts, now: Date): Permission {
  const { substatus, statusReason, confirmedAt, captureBy } = operation
  if (!isCaptureDeferred(operation)) return blocked('not_deferred')
  if (statusReason === 'capture_expired') return blocked('expired', captureBy ? madridDay(captureBy) : undefined)
  if (categoryOf(substatus) === 'in_process' && !confirmedAt) return blocked('not_confirmed')
  if (!CAPTURABLE.includes(statusReason ?? substatus)) return blocked('state')
  if (remainingCaptureCents(operation) === 0) return blocked('nothing_to_capture')
  return captureBy && now >= captureBy ? blocked('expired', madridDay(captureBy)) : ALLOWED
}

/** The reasons or, without one, sub-statuses in which a capture is pending. */
const CAPTURABLE: readonly (StatusReason | Substatus)[] = ['capture_required', 'payment_process']

/** Whether part of the operation may be voided now: under the conditions of a capture, but before the first one. */
export function canVoid(operation: OperationFacts, now: Date): Permission {
  return operation.substatus === 'payment_process' ? blocked('state') : canCapture(operation, now)
}

/** Until when an operation confirmed then can be captured: from the start, or after its extension. */
export const captureDeadline = (confirmedAt: Date, isExtended = false): Date =>
  new Date(confirmedAt.getTime() + CAPTURE_WINDOW_DAYS * (isExtended ? 2 : 1) * 86_400_000)

/** Whether the merchant may put off the deadline for capture now: before the first capture, once. */
export function canExtendCapture(operation: OperationFacts, now: Date): Permission {
  const permission = canVoid(operation, now)
  if (!permission.allowed) return permission
  const { confirmedAt, captureBy } = operation
  if (!confirmedAt || !captureBy) return blocked('state')
  return captureBy > captureDeadline(confirmedAt) ? blocked('already_extended', madridDay(captureBy)) : ALLOWED
}

/** Whether the merchant may confirm now: a confirmation is pending and its deadline has not passed. */
export function canConfirm(operation: OperationFacts, now: Date): Permission {
  const { statusReason, confirmedAt, confirmBy } = operation
  if (confirmedAt) return blocked('already_confirmed')
  if (statusReason === 'merchant_failed_to_confirm') {
    return blocked('expired', confirmBy ? madridDay(confirmBy) : undefined)
  }
  if (statusReason !== 'confirmation_required') return blocked('state')
  return confirmBy && now >= confirmBy ? blocked('expired', madridDay(confirmBy)) : ALLOWED
}
