import type { Cents } from '../../platform/money.ts'
import { addDays, type LocalDate } from '../../platform/dates.ts'
import type { BankOutcome, StatusLine } from './statusLine.ts'

export const orderKinds = ['payout', 'debit', 'credit'] as const
/** A transfer to a merchant, a direct debit of one, or a transfer to a customer. */
export type OrderKind = (typeof orderKinds)[number]

/** What is known of an order. `superseded`: it came back and was sent again under another reference. */
export type OrderState = 'open' | 'executed' | 'rejected' | 'returned' | 'superseded'
export type KnownOrder = {
  kind: OrderKind
  state: OrderState
  /** Null: no longer known, of one that was sent again. */
  amountCents: Cents | null
  /** A file of the bank said that it rejected it. */
  wasRejected: boolean
}

/** Why staff must look at a line. */
export const openReasons = ['unknown', 'amount', 'conflict', 'currency', 'future', 'message'] as const
export type OpenReason = (typeof openReasons)[number]

/** What is done with a line: the order is changed; nothing is left to change; it changes nothing; or staff must look at it. */
type Judgement = { result: 'apply' | 'repeated' | 'noted' } | { result: 'open'; why: OpenReason }

const open = (why: OpenReason): Judgement => ({ result: 'open', why })

/** What a line says of an order: a report says it itself; money out executes a transfer and returns a debit, money in the reverse. */
export function outcomeOf(kind: OrderKind, { status, amountCents }: Pick<StatusLine, 'status' | 'amountCents'>): BankOutcome {
  if (status !== null) return status
  const isIn = (amountCents ?? 0) > 0
  return isIn === (kind === 'debit') ? 'executed' : 'returned'
}

/** Of these days, movements are believed: a booking in the future is not. */
const isFuture = (bookedOn: LocalDate | null, today: LocalDate) => bookedOn !== null && bookedOn > addDays(today, 1)

type ReportedStatus = Pick<StatusLine, 'amountCents' | 'currency' | 'bookedOn'> & { outcome: BankOutcome }

/**
 * What follows from a line for an order (docs/domain.md#files-from-the-bank). The amounts must be equal. What comes in another order than it happened
 * leads to the same end, except that money which moved although the bank had rejected the order is a matter for staff.
 */
export function judgeStatus({ kind, state, amountCents, wasRejected }: KnownOrder, reported: ReportedStatus, today: LocalDate): Judgement {
  const { outcome } = reported
  if (outcome === 'pending') return { result: 'noted' }
  if (reported.currency !== 'EUR') return open('currency')
  if (reported.amountCents !== null && amountCents !== null && Math.abs(reported.amountCents) !== amountCents) return open('amount')
  if (isFuture(reported.bookedOn, today)) return open('future')
  if (outcome === 'executed') {
    if (state === 'open') return { result: 'apply' }
    return state === 'rejected' || wasRejected ? open('conflict') : { result: 'repeated' }
  }
  if (state === 'open') return { result: 'apply' }
  if (state !== 'executed') return { result: 'repeated' }
  // Banks also report the return of a charged debit as a rejection; a transfer that was executed cannot be rejected.
  return outcome === 'rejected' && kind !== 'debit' ? open('conflict') : { result: 'apply' }
}
