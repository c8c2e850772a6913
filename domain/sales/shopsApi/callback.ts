import { storableText } from '../../platform/storableText.ts'
import { orderNumber } from '../operations/orderNumber.ts'
import { pluginStatus, type StatusReason, type Substatus } from '../operations/lifecycle.ts'

/** The status of an order sent to the shop's server. */
export type OrderReport = { status: 'pending' | 'ok' | 'ko'; reason: StatusReason | null }

/** `from`: not before that instant; null: immediately. */
export type DueReport = { report: OrderReport; from: Date | null }

export type CallbackOrder = {
  substatus: Substatus
  statusReason: StatusReason | null
  confirmedAt: Date | null
  expiresAt: Date | null
}

/** A sent status as one string, for comparison. */
export const reportName = ({ status, reason }: OrderReport): string => `${status}/${reason ?? ''}`

/** Whether the shop is asked for confirmation, not only notified. */
export const asksConfirmation = ({ reason }: OrderReport): boolean => reason === 'confirmation_required'

/**
 * The status to send to the shop for an order in this state; null when there is none. While the customer is in the checkout only an identity check is sent,
 * because shops create the order on any `pending`. A customer who left the page may be choosing another way to pay for the same order, so a dismissal is sent
 * only when its link expires.
 */
export function dueReport(order: CallbackOrder): DueReport | null {
  const { substatus, statusReason, expiresAt } = order
  const status = pluginStatus({ substatus, confirmedAt: order.confirmedAt })
  if (status === 'ok') return { report: { status, reason: null }, from: null }
  if (status === 'pending' && statusReason !== 'challenge_required' && statusReason !== 'confirmation_required') return null
  return { report: { status, reason: statusReason }, from: statusReason === 'customer_dismissed' ? expiresAt : null }
}

/** Whether a status is new to a shop that has acknowledged `acknowledged`: each is sent once, and after `ok` only a missed capture. */
export function isNewReport(report: OrderReport, acknowledged: string | null): boolean {
  if (acknowledged === reportName(report)) return false
  return acknowledged !== okName || report.reason === 'capture_expired'
}
const okName = reportName({ status: 'ok', reason: null })

/** Seconds between attempts; after the last of them every quarter of an hour (docs/domain.md#callbacks-and-webhooks). */
const pauses = [5, 15, 30, 60, 120, 300, 600] as const
const lastPause = 900

/** Delay before the next attempt, in milliseconds, by the number of attempts so far; `random` from 0 to 1 adds jitter of a tenth either way. */
export function retryAfterMs(attempts: number, random: number): number {
  const seconds = pauses[attempts - 1] ?? lastPause
  return Math.round(seconds * 1_000 * (0.9 + 0.2 * random))
}

/** How long an unacknowledged status is retried. A confirmation request ends by its own deadline (docs/domain.md#transitions, T11). */
export const RETRY_PERIOD_MS = 24 * 3_600_000

/** Retention of attempts in days, for the shop's team to read. */
export const CALLBACKS_KEPT_DAYS = 90

/** The meaning of a shop's answer: confirmed with its order number, declined with its reason, unknown API key, or nothing. */
export type CallbackAnswer =
  | { says: 'ok'; orderId: string | null }
  | { says: 'ko'; reason: string | null }
  | { says: 'unknown_key' }
  | { says: 'nothing' }

const maxOrderIdLength = 64
const maxReasonLength = 250

/** Parses an answer. Only a 2xx with a JSON object whose `status` is exactly `ok` or `ko` counts; a truncated (`cut`) one is never parsed. */
export function readCallbackAnswer({ status, body, cut }: { status: number; body: string; cut: boolean }): CallbackAnswer {
  if (status === 401 || status === 403) return { says: 'unknown_key' }
  if (status < 200 || status > 299 || cut) return { says: 'nothing' }
  const answer = objectOf(body)
  if (answer?.status === 'ok') return { says: 'ok', orderId: textOf(answer.order_id, maxOrderIdLength) }
  if (answer?.status !== 'ko') return { says: 'nothing' }
  return { says: 'ko', reason: typeof answer.reason === 'string' ? storableText(answer.reason, maxReasonLength) || null : null }
}

function objectOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** An id, sent as a string or an integer; one that is too long is ignored. */
function textOf(value: unknown, maxLength: number): string | null {
  if (typeof value === 'string' && /[\u0000-\u001f\u007f]/.test(value.trim())) return null
  const text = typeof value === 'string' ? orderNumber(value) : Number.isSafeInteger(value) ? String(value) : ''
  return text !== '' && text.length <= maxLength && text.isWellFormed() ? text : null
}
