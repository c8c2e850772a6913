import type { Channel, Product } from '#domain/sales/operations/states'
import type { Calendar } from '../calendar.ts'
import type { Random } from '../random.ts'
import { pastStages, type PlannedDispute, RESPONSE_DAYS } from './dispute.ts'
import { type Outcome, isOldEnough, settledOutcomes } from './outcomes.ts'

/** An operation that the demo must contain. */
export type Special = {
  createdMs: number
  outcome: Outcome
  channel?: Channel
  product?: Product
  captureAtMs?: number
  dispute?: PlannedDispute
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const CAPTURE_WINDOW = 15 * DAY
const LINK = 72 * HOUR

/**
 * Pending work for today, and some operations of every reason: all of it in a shop of 1 000 operations and more, less in smaller ones.
 */
export function specials(operations: number, mode: 'live' | 'sandbox', calendar: Calendar, random: Random): Special[] {
  if (operations < 10) return []
  const whole = operations >= 1000
  const waiting = toDo(calendar, random)
  const settled = past(calendar, random, whole ? 4 : 1)
  if (whole) return [...waiting, ...settled]
  const few = waiting.filter((_, index) => index % (operations >= 200 ? 3 : 7) === 0)
  return mode === 'sandbox' && operations >= 200
    ? [...few, ...settled]
    : operations >= 100
      ? [...few, ...settled]
      : few.slice(0, Math.floor(operations / 10))
}

/** Expiring links, orders to confirm, expiring captures: from this minute to the next fortnight. */
function toDo({ nowMs, today }: Calendar, random: Random): Special[] {
  const inAn = (ms: number) => nowMs + ms
  const waitingFor = (outcome: Outcome, agesMinutes: readonly number[], channel?: Channel): Special[] =>
    agesMinutes.map((age) => ({ createdMs: nowMs - age * MINUTE, outcome, ...(channel && { channel }) }))
  const links = [12, 34, 55, 190, 20 * 60, 50 * 60, 70 * 60].map((left): Special => ({
    createdMs: inAn(left * MINUTE) - LINK,
    outcome: 'in_process',
    channel: random.chance(0.7) ? 'in_store' : 'phone',
  }))
  // Confirmed some minutes after creation: the capture window ends fifteen days later.
  const captureEnds = [
    HOUR * 0.7,
    HOUR * 2,
    HOUR * 5,
    today.endMs - nowMs - 20 * MINUTE,
    today.endMs - nowMs + 8 * HOUR,
    today.endMs - nowMs + 13 * HOUR,
    today.endMs - nowMs + 20 * HOUR,
    2.4 * DAY,
    3.5 * DAY,
    5.2 * DAY,
    8.1 * DAY,
    11.3 * DAY,
    13.8 * DAY,
    14.6 * DAY,
  ]
  const captures = captureEnds
    .filter((left) => left > 10 * MINUTE)
    .map((left): Special => ({ createdMs: inAn(left) - CAPTURE_WINDOW - 16 * MINUTE, outcome: 'capture_required', product: 'pay_later' }))
  // The shop has until two days before the bank's deadline: one dispute until this evening, one until another day; evidence of another one is with staff.
  const answerUntil = (ms: number) => ms - (RESPONSE_DAYS - 2) * DAY
  const disputes = [
    { stage: 'unanswered', openedMs: answerUntil(today.endMs - 60_000) },
    { stage: 'answered', openedMs: nowMs - 3.2 * DAY },
    { stage: 'unanswered', openedMs: answerUntil(today.endMs + 4.4 * DAY) },
  ] as const
  return [
    ...waitingFor('in_process', [3, 11, 19, 33, 48], 'online'),
    ...links,
    ...waitingFor('confirmation_required', [6, 14, 21, 29, 41, 52], 'online'),
    ...waitingFor('confirmation_required', [95, 8 * 60, 19 * 60], 'phone'),
    ...captures,
    ...waitingFor('consent_required', [9, 47, 15 * 60, 40 * 60]),
    ...waitingFor('challenge_required', [16, 5 * 60, 22 * 60, 37 * 60], 'online'),
    ...waitingFor('bank_link_required', [13, 27, 51], 'online'),
    ...waitingFor('duplicated', [30 * 60, 100 * 60]),
    ...disputes.map(({ stage, openedMs }): Special => ({
      createdMs: openedMs - 50 * DAY,
      outcome: 'dispute',
      dispute: { stage, openedMs },
    })),
  ]
}

/** Some operations of every final outcome, spread over the possible ages. */
function past(calendar: Calendar, random: Random, each: number): Special[] {
  return settledOutcomes.flatMap((outcome) =>
    Array.from({ length: each }, (_, nth): Special => {
      let ageDays = 0
      do ageDays = random.next() ** 2 * 500 + 0.5
      while (!isOldEnough(outcome, ageDays - 2) || !isOldEnough(outcome, ageDays))
      const stage = pastStages[nth % pastStages.length]
      return {
        createdMs: Math.floor(calendar.nowMs - ageDays * DAY),
        outcome,
        ...(outcome === 'dispute' && stage && { dispute: { stage } }),
      }
    }),
  )
}
