import type { Operation } from '#contract/sales/operations'
import { formatDate, formatTime, localDate } from '#domain/platform/dates'
import { answers, type AnswerRow } from '#domain/sales/operations/lifecycle'
import { cents, formatEuros } from '#domain/platform/money'
import { shortId } from '#domain/platform/shortId'
import { deadlineOf } from '../operationStatus/deadlineOf.ts'
import { factsOf } from '../operationStatus/operationFacts.ts'

/** Tones of the sentence. */
export const sentenceTones = ['counter', 'mail', 'whatsapp'] as const
export type SentenceTone = (typeof sentenceTones)[number]

/** Rows for operations without the date or amount that the full sentence needs, and for those that the customer disputes at their bank. */
export const extraSentenceRows = ['payment_process.undated', 'payment_suspended.cancelled.nothing', 'disputed', 'disputed.lost'] as const
type SentenceRow = AnswerRow | (typeof extraSentenceRows)[number]

/** Formatted values for the sentences. */
export type SentenceValues = {
  name: string
  shop: string
  order: string
  amount: string
  nextAmount: string
  nextDate: string
  credit: string
  untilDate: string
  untilTime: string
  contact: string
}

/** The amount credited to the customer's card by completed refunds, in cents. */
function creditOf(operation: Pick<Operation, 'refunds'>): number {
  return operation.refunds.reduce((sum, one) => sum + (one.state === 'completed' ? one.creditToCustomer : 0), 0)
}

/** Whether a cancelled operation is known to owe its customer nothing: what they had paid would have been credited with a completed refund. */
export const nothingWasPaid = (operation: Operation): boolean =>
  answers(factsOf(operation)).row === 'payment_suspended.cancelled' &&
  operation.refunds.some(({ state }) => state === 'completed') &&
  creditOf(operation) === 0

/** Whether the customer's bank decides a card dispute, or gave the customer the money back for good; null: nothing is disputed. */
export function disputeOf({ disputedAmount, history }: Pick<Operation, 'disputedAmount' | 'history'>): 'open' | 'lost' | null {
  if (disputedAmount === 0) return null
  const many = (...events: string[]) => history.filter(({ event }) => events.includes(event)).length
  return many('card_disputed') > many('card_dispute_won', 'card_dispute_lost') ? 'open' : 'lost'
}

/** The sentence of an operation. */
export function sentenceRow(operation: Operation): SentenceRow {
  const { row } = answers(factsOf(operation))
  const disputed = disputeOf(operation)
  if (disputed === 'open') return 'disputed'
  // Where collection goes on, the next instalment is what the customer asks about.
  if (disputed === 'lost' && row !== 'payment_process') return 'disputed.lost'
  if (row === 'payment_process' && (operation.nextDueOn === null || operation.nextDueAmount === null)) return 'payment_process.undated'
  // Without an amount the sentence names none.
  if (row === 'payment_suspended.cancelled' && creditOf(operation) === 0) return 'payment_suspended.cancelled.nothing'
  return row
}

/** The values of the sentences from this operation's dates and amounts; missing values are ''. */
export function sentenceValues(operation: Operation, from: { shop: string; contact: string; now: Date }): SentenceValues {
  const deadline = deadlineOf(operation, from.now)
  const euros = (amount: number | null) => (amount === null ? '' : formatEuros(cents(amount)))
  return {
    name: operation.customer.firstName,
    shop: from.shop,
    order: operation.mid ?? shortId(operation.id),
    amount: euros(operation.totalAmount),
    nextAmount: euros(operation.nextDueAmount),
    nextDate: operation.nextDueOn === null ? '' : formatDate(localDate(operation.nextDueOn)),
    credit: euros(creditOf(operation)),
    untilDate: deadline?.at ? formatDate(deadline.at) : '',
    untilTime: deadline?.at ? formatTime(deadline.at) : '',
    contact: from.contact,
  }
}
