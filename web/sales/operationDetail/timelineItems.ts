import type { CustomerMessage } from '#contract/sales/customerMessages'
import type { Operation } from '#contract/sales/operations'
import { localDate, startOfMadridDay } from '#domain/platform/dates'
import { deadlineOf, type OperationDeadline } from '../operationStatus/deadlineOf.ts'

/** An item of the timeline; `at` in epoch milliseconds is the sort key, `day` is a date without time. */
export type TimelineItem = { key: string; at: number; day: string | null } & (
  | { kind: 'event'; event: Operation['history'][number] }
  | { kind: 'message'; message: CustomerMessage }
  | { kind: 'collected'; number: number; cents: number }
  | { kind: 'settled'; reference: string; cents: number }
  | { kind: 'nextInstalment'; number: number; cents: number }
  | { kind: 'deadline'; deadline: OperationDeadline }
  | { kind: 'release'; refund: Operation['refunds'][number] }
)

/** Past events newest first, with upcoming ones on top: history, messages to the customer, collected instalments, settlements. */
export function timelineItems(operation: Operation, messages: readonly CustomerMessage[], now: Date): TimelineItem[] {
  const past: TimelineItem[] = [
    ...messages.map((message) => ({
      kind: 'message' as const,
      key: `message-${message.id}`,
      at: Date.parse(message.at),
      day: null,
      message,
    })),
    ...operation.history.map((event, index) => ({
      kind: 'event' as const,
      key: `event-${index}`,
      at: Date.parse(event.at),
      day: null,
      event,
    })),
    ...collected(operation),
    ...settled(operation),
  ]
  return [...upcoming(operation, now), ...past.toSorted((a, b) => b.at - a.at)]
}

/** Entries of the history that say of each payment of an instalment; the demo's history has none. */
const isCollection: ReadonlySet<string> = new Set([
  'instalment_collected',
  'paid_early',
  'repaid_early',
  'paid_by_transfer',
  'paid_in_cash',
])

function collected({ instalments, history }: Operation): TimelineItem[] {
  if (history.some(({ event }) => isCollection.has(event))) return []
  return instalments.flatMap(({ number, amount, paidAt }) =>
    paidAt === null
      ? []
      : [{ kind: 'collected' as const, key: `collected-${number}`, at: Date.parse(paidAt), day: null, number, cents: amount }],
  )
}

function settled({ settlementLines }: Operation): TimelineItem[] {
  return settlementLines.flatMap((line, index) =>
    line.settlementReference === null
      ? []
      : [
          {
            kind: 'settled' as const,
            key: `settled-${index}`,
            at: startOfMadridDay(localDate(line.valueOn)).getTime(),
            day: line.valueOn,
            reference: line.settlementReference,
            cents: line.netAmount,
          },
        ],
  )
}

function upcoming(operation: Operation, now: Date): TimelineItem[] {
  const items: TimelineItem[] = []
  const deadline = deadlineOf(operation, now)
  const next = operation.instalments.find(({ state }) => state === 'pending')
  if (operation.substatus === 'payment_process' && next) {
    items.push({
      kind: 'nextInstalment',
      key: 'next',
      at: startOfMadridDay(localDate(next.dueOn)).getTime(),
      day: next.dueOn,
      number: next.number,
      cents: next.amount,
    })
  }
  if (deadline?.at) items.push({ kind: 'deadline', key: 'deadline', at: deadline.at.getTime(), day: null, deadline })
  for (const refund of operation.refunds) {
    if (refund.state === 'held' && refund.releaseAt !== null)
      items.push({ kind: 'release', key: refund.id, at: Date.parse(refund.releaseAt), day: null, refund })
  }
  return items.toSorted((a, b) => b.at - a.at)
}
