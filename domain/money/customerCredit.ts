import { HOUR_MS, addDays, type LocalDate, madridDay, startOfMadridDay } from '../platform/dates.ts'
import { cents, type Cents } from '../platform/money.ts'
import { nextTargetBusinessDay } from '../platform/targetCalendar.ts'

/**
 * An amount that a customer's card paid. Amounts in cents; `refundedCents` includes refunds that have no answer yet. `isClosed`: the card takes nothing
 * more of it, or not now.
 */
export type RefundableCharge = { id: string; chargedAt: Date; amountCents: Cents; refundedCents: Cents; isClosed: boolean }

/** How an amount is paid back: to cards, and the rest by transfer. Amounts in cents; `refunds` has none of zero. */
type CreditSplit = { refunds: { chargeId: string; amountCents: Cents }[]; transferCents: Cents }

/** Splits an amount over the charges that paid it, newest first, each at most by what is left of it (docs/domain.md#what-is-owed-to-customers). */
export function splitCredit(amountCents: Cents, charges: readonly RefundableCharge[]): CreditSplit {
  const newestFirst = charges
    .filter(({ isClosed }) => !isClosed)
    .toSorted((a, b) => b.chargedAt.getTime() - a.chargedAt.getTime() || (a.id < b.id ? 1 : -1))
  const refunds: CreditSplit['refunds'] = []
  let leftCents = amountCents
  for (const { id, amountCents: takenCents, refundedCents } of newestFirst) {
    const partCents = cents(Math.min(leftCents, takenCents - refundedCents))
    if (partCents <= 0) continue
    refunds.push({ chargeId: id, amountCents: partCents })
    leftCents = cents(leftCents - partCents)
  }
  return { refunds, transferCents: leftCents }
}

export const creditStates = ['refunding', 'needs_account', 'transferring', 'paid'] as const
/**
 * `refunding`: cards are being asked, now or later; `needs_account`: the customer must say to which account; `transferring`: the bank has it;
 * `paid`: all of it was sent.
 */
export type CreditState = (typeof creditStates)[number]

/** Amounts of one credit in cents. `tryLater`: a card said that it may take it later. */
type CreditAmounts = { amountCents: Cents; paidCents: Cents; onCardsCents: Cents; onTransferCents: Cents; tryLater: boolean }

export function creditState({ amountCents, paidCents, onCardsCents, onTransferCents, tryLater }: CreditAmounts): CreditState {
  if (paidCents === amountCents) return 'paid'
  const uncoveredCents = amountCents - paidCents - onCardsCents - onTransferCents
  if (uncoveredCents > 0 && !tryLater) return 'needs_account'
  return onTransferCents > 0 && onCardsCents === 0 && uncoveredCents === 0 ? 'transferring' : 'refunding'
}

/** Hours until a refund to a card that declined for now is tried again, by the number of declines. */
const retryHours = [1, 24, 24]

/** When a refund to a card that declined for now is tried again; null: not any more. `declines`: the number of declines so far. */
export function refundRetryAt(declines: number, now: Date): Date | null {
  const hours = retryHours[declines - 1]
  return hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS)
}

/** The working day so many after an instant's day in Madrid. */
function workingDayAfter(instant: Date, days: number): LocalDate {
  let day = madridDay(instant)
  for (let passed = 0; passed < days; passed += 1) day = nextTargetBusinessDay(day)
  return day
}

/** How often a customer is reminded that an account is needed. */
export const ACCOUNT_REMINDERS = 2

/** When the customer who was asked for an account is reminded: at ten in the morning of the first and the second working day afterwards. */
export const accountReminderAt = (askedAt: Date, reminder: number): Date =>
  new Date(startOfMadridDay(workingDayAfter(askedAt, reminder)).getTime() + 10 * HOUR_MS)

/** From when on the provider's staff must look at a credit that is not under way: the beginning of the third working day. */
export const creditTaskAt = (createdAt: Date): Date => startOfMadridDay(workingDayAfter(createdAt, 3))

/** How long the bank may return a transfer, and a card a refund: as long, what was sent is not forgotten. In days. */
const CREDIT_KEPT_DAYS = 30

/** When a paid credit leaves the provider's list. */
export const creditForgottenAt = (paidAt: Date): Date => startOfMadridDay(addDays(madridDay(paidAt), CREDIT_KEPT_DAYS))
