import type { Operation, OperationRow } from '#contract/sales/operations'
import { answerDeadline } from '#domain/money/cardDispute'
import { daysBetween, localDate, madridDay, type LocalDate } from '#domain/platform/dates'
import { answers, canCapture, type DeadlineKind } from '#domain/sales/operations/lifecycle'
import { factsOf } from './operationFacts.ts'

/** A deadline to act, or the next instalment. `dispute`: to answer what the customer disputes at their bank. `at` is an instant, `on` a day; `left` is the share of time left, 0 to 1. */
export type OperationDeadline = {
  kind: DeadlineKind | 'dispute'
  at: Date | null
  on: LocalDate | null
  /** `now` on the last day, `soon` within two days, otherwise null. */
  tone: 'now' | 'soon' | null
  left: number
}

const SOON_DAYS = 2

/** The next deadline of an operation, first what the shop must do; null when there is none or it is unknown. */
export function deadlineOf(operation: OperationRow | Operation, now: Date): OperationDeadline | null {
  const [own, dispute] = [ownDeadline(operation, now), disputeDeadline(operation, now)]
  return own?.at && dispute?.at && own.at < dispute.at ? own : (dispute ?? own)
}

function disputeDeadline({ disputeToAnswer }: OperationRow | Operation, now: Date): OperationDeadline | null {
  if (disputeToAnswer === null) return null
  const [openedAt, dueAt] = [new Date(disputeToAnswer.openedAt), new Date(disputeToAnswer.evidenceDueAt)]
  if (dueAt <= now) return null
  const at = answerDeadline(openedAt, dueAt, now)
  return { kind: 'dispute', at, on: null, tone: toneOf(at, now), left: shareLeft(openedAt, at, now) }
}

function ownDeadline(operation: OperationRow | Operation, now: Date): OperationDeadline | null {
  const facts = factsOf(operation)
  // After a partial capture the rest keeps its capture deadline, which comes before the next instalment.
  const kind = canCapture(facts, now).allowed ? 'capture' : answers(facts).deadline
  if (kind === null) return null
  if (kind === 'instalment') {
    const on = operation.nextDueOn
    return on === null ? null : { kind, at: null, on: localDate(on), tone: null, left: 1 }
  }
  const [start, end] = spanOf(operation, kind)
  if (end === null) return null
  const at = new Date(end)
  return { kind, at, on: null, tone: toneOf(at, now), left: shareLeft(new Date(start), at, now) }
}

function spanOf(operation: OperationRow | Operation, kind: DeadlineKind): [start: string, end: string | null] {
  if (kind === 'capture') return [operation.confirmed ?? operation.created, operation.captureBy]
  if (kind === 'confirm') return [operation.created, operation.confirmBy]
  if (kind === 'link' || kind === 'consent' || kind === 'challenge') return [operation.created, operation.expiresAt]
  return [operation.created, null] // set by the provider; the operation does not include their end
}

function toneOf(at: Date, now: Date): 'now' | 'soon' | null {
  const days = daysBetween(madridDay(now), madridDay(at))
  if (days <= 0) return 'now'
  return days <= SOON_DAYS ? 'soon' : null
}

function shareLeft(start: Date, end: Date, now: Date): number {
  const whole = end.getTime() - start.getTime()
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, (end.getTime() - now.getTime()) / whole))
}
