import { keptText } from '../../platform/keptText.ts'
import { orderNumber } from '../operations/orderNumber.ts'
import { pluginStatus, type StatusReason, type Substatus } from '../operations/lifecycle.ts'

/** What a shop's server is told of an order. */
export type Told = { status: 'pending' | 'ok' | 'ko'; reason: StatusReason | null }

/** `from`: not before that instant; null: at once. */
export type Telling = { told: Told; from: Date | null }

export type CallbackOrder = {
  substatus: Substatus
  statusReason: StatusReason | null
  confirmedAt: Date | null
  expiresAt: Date | null
}

/** A told state as one word, by which it is known again. */
export const toldName = ({ status, reason }: Told): string => `${status}/${reason ?? ''}`

/** Whether the shop is asked to confirm, not only told. */
export const asks = ({ reason }: Told): boolean => reason === 'confirmation_required'

/**
 * What a shop's server has to hear of an order that stands like this; null when nothing. Of what happens while the customer is at it only an identity
 * check is told, for shops place the order on any `pending`. Whoever leaves the page may be choosing another way to pay the same order, so that is
 * told when its time is over.
 */
export function tellingOf(order: CallbackOrder): Telling | null {
  const { substatus, statusReason, expiresAt } = order
  const status = pluginStatus({ substatus, confirmedAt: order.confirmedAt })
  if (status === 'ok') return { told: { status, reason: null }, from: null }
  if (status === 'pending' && statusReason !== 'challenge_required' && statusReason !== 'confirmation_required') return null
  return { told: { status, reason: statusReason }, from: statusReason === 'customer_dismissed' ? expiresAt : null }
}

/** Whether that is news for a shop which has taken note of `acknowledged`: once each, and after `ok` nothing but that it was never captured. */
export function isNews(told: Told, acknowledged: string | null): boolean {
  if (acknowledged === toldName(told)) return false
  return acknowledged !== okName || told.reason === 'capture_expired'
}
const okName = toldName({ status: 'ok', reason: null })

/** Seconds between one try and the next; after the last of them every quarter of an hour (docs/domain.md#callbacks-and-webhooks). */
const pauses = [5, 15, 30, 60, 120, 300, 600] as const
const lastPause = 900

/** When to try again after so many tries, in milliseconds; `random` from 0 to 1 spreads it by a tenth either way. */
export function retryAfterMs(attempts: number, random: number): number {
  const seconds = pauses[attempts - 1] ?? lastPause
  return Math.round(seconds * 1_000 * (0.9 + 0.2 * random))
}

/** For how long a shop is told what it does not take note of. A question ends by itself when its time is over (docs/domain.md#transitions, T11). */
export const GIVE_UP_AFTER_MS = 24 * 3_600_000

/** For how many days each try is kept, for the shop's people to read. */
export const CALLBACKS_KEPT_DAYS = 90

/** What a shop's answer means: yes with the number that it has given the order, no with its reason, that our key is not known there, or nothing. */
export type CallbackAnswer =
  | { says: 'ok'; orderId: string | null }
  | { says: 'ko'; reason: string | null }
  | { says: 'unknown_key' }
  | { says: 'nothing' }

const mostOrderId = 64
const mostReason = 250

/** Reads an answer. Only a 2xx with a JSON object whose `status` is exactly `ok` or `ko` means something; `cut` ones are never read. */
export function readCallbackAnswer({ status, body, cut }: { status: number; body: string; cut: boolean }): CallbackAnswer {
  if (status === 401 || status === 403) return { says: 'unknown_key' }
  if (status < 200 || status > 299 || cut) return { says: 'nothing' }
  const said = objectOf(body)
  if (said?.status === 'ok') return { says: 'ok', orderId: textOf(said.order_id, mostOrderId) }
  if (said?.status !== 'ko') return { says: 'nothing' }
  return { says: 'ko', reason: typeof said.reason === 'string' ? keptText(said.reason, mostReason) || null : null }
}

function objectOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** An id as shops write it, a text or a whole number; one that is too long is none. */
function textOf(value: unknown, most: number): string | null {
  if (typeof value === 'string' && /[\u0000-\u001f\u007f]/.test(value.trim())) return null
  const text = typeof value === 'string' ? orderNumber(value) : Number.isSafeInteger(value) ? String(value) : ''
  return text !== '' && text.length <= most && text.isWellFormed() ? text : null
}
