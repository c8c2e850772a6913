import { addDays, daysBetween, madridDay, weekday, type LocalDate } from '../platform/dates.ts'
import { madridAt } from './notices.ts'

/** The kinds of inbox items. Each has one source in `server/merchants/tasks`. */
export const workKinds = [
  'confirmation',
  'capture',
  'link',
  'link_asked',
  'refund_approval',
  'access_request',
  'refund_late',
  'duplicate',
  'payout_returned',
  'dispute',
  'claim_answered',
  'debt_old',
  'balance_negative',
  'iban_confirm',
  'iban_second_owner',
  'iban_rejected',
  'iban_frozen',
  'document_rejected',
  'document_expiring',
  'key_ending',
  'webhook_failing',
  'still_testing',
  'report_failed',
  'view_watched',
  'note_mention',
] as const
export type WorkKind = (typeof workKinds)[number]

/** A capture is listed from so many days before its deadline. */
export const CAPTURE_AHEAD_DAYS = 3
/** An unpaid link is listed after so long. */
export const UNPAID_LINK_MINUTES = 15
/** A refund is late so long after it should have been sent. */
export const REFUND_LATE_MINUTES = 2
/** How long solved items are shown. */
export const SOLVED_SHOWN_HOURS = 24
/** A company's document is listed from so many days before it expires. */
export const DOCUMENT_AHEAD_DAYS = 30
/** How many days an item without deadline is listed. */
export const WORK_SHOWN_DAYS = 7

/** The key of an item, which its source does not change. */
export const workKey = (kind: WorkKind, objectId: string): string => `${kind}:${objectId}`

/** Kind and object of a key; null when malformed. */
export function readWorkKey(key: string): { kind: WorkKind; objectId: string } | null {
  const [kind, objectId, ...rest] = key.split(':')
  const known = workKinds.find((one) => one === kind)
  return known === undefined || objectId === undefined || rest.length > 0 || !/^[0-9a-f]{32}$/.test(objectId)
    ? null
    : { kind: known, objectId }
}

/** Kinds that no change of state closes: somebody marks the item as checked. */
export const checkedByHand: ReadonlySet<WorkKind> = /* @__PURE__ */ new Set<WorkKind>([
  'link_asked',
  'duplicate',
  'report_failed',
  'iban_rejected',
  'iban_frozen',
  'note_mention',
])

/** Kinds whose items one button can solve together. */
export const solvedTogether: ReadonlySet<WorkKind> = /* @__PURE__ */ new Set<WorkKind>(['confirmation', 'capture'])

type Timed = { kind: WorkKind; key: string; deadline: string | null; since: string }

/** The nearest deadline first, then items without one by age; ties by kind and key, so that the order is stable between two reads. */
export function inOrder<Item extends Timed>(items: readonly Item[]): Item[] {
  return items.toSorted(
    (one, other) =>
      compare(one.deadline ?? '9', other.deadline ?? '9') ||
      (one.deadline === null ? compare(one.since, other.since) : 0) ||
      workKinds.indexOf(one.kind) - workKinds.indexOf(other.kind) ||
      compare(one.key, other.key),
  )
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export type WorkGroup<Item> = { kind: WorkKind; items: Item[]; amountCents: number | null }

/** Items grouped by kind, in the order of their first item. `amountCents` is their sum; null when none has an amount. */
export function groupWork<Item extends Timed & { amount: number | null }>(items: readonly Item[]): WorkGroup<Item>[] {
  const groups = new Map<WorkKind, WorkGroup<Item>>()
  for (const item of inOrder(items)) {
    const group = groups.get(item.kind) ?? { kind: item.kind, items: [], amountCents: null }
    group.items.push(item)
    if (item.amount !== null) group.amountCents = (group.amountCents ?? 0) + item.amount
    groups.set(item.kind, group)
  }
  return [...groups.values()]
}

/** Red on the last day, yellow within two days, else null. */
export function urgencyOf(deadline: Date, now: Date): 'now' | 'soon' | null {
  const days = daysBetween(madridDay(now), madridDay(deadline))
  if (days <= 0) return 'now'
  return days <= 2 ? 'soon' : null
}

/** The choices for snoozing an item. */
export const snoozes = ['hour', 'tomorrow', 'monday'] as const
export type Snooze = (typeof snoozes)[number]

/** Nine in the morning in Madrid. */
const nine = (day: LocalDate): Date => madridAt(day, { hour: 9, minute: 0 })

/** Until when an item is snoozed. Null when less than an hour before its deadline would be left. */
export function snoozedUntil(snooze: Snooze, now: Date, deadline: Date | null): Date | null {
  const until = snoozeEnd(snooze, now)
  return deadline !== null && until.getTime() > deadline.getTime() - 3_600_000 ? null : until
}

function snoozeEnd(snooze: Snooze, now: Date): Date {
  const today = madridDay(now)
  if (snooze === 'hour') return new Date(now.getTime() + 3_600_000)
  if (snooze === 'tomorrow') return nine(addDays(today, 1))
  return nine(addDays(today, 8 - weekday(today)))
}
