import { addDays, addMonths, type LocalDate } from '../platform/dates.ts'
import { isTargetBusinessDay, nextTargetBusinessDay } from '../platform/targetCalendar.ts'
import { debtClaimDay } from './debt.ts'
import { cents, ZERO, type Cents } from '../platform/money.ts'

/** Calendar days between the announcement of a debit and its charge (SDD Core Rulebook: fourteen, unless agreed otherwise). */
export const PRENOTICE_DAYS = 14
/** Maximum number of debits of a debt; then it is claimed (docs/domain.md#direct-debits). */
const MAX_TRIES = 2
/** Time after the charge in which the debtor may request a refund without a reason (Directive (EU) 2015/2366 art. 77). */
export const REFUND_DAYS = 56
/** Time after the charge in which the debtor may report it as unauthorised (Directive (EU) 2015/2366 art. 71). */
export const UNAUTHORISED_MONTHS = 13
/** Maximum delay in days after the announced day; a later debit is announced again. */
const MAX_LATE_DAYS = 5
/** A mandate without a debit for this time lapses (SDD Core Rulebook). */
const UNUSED_MONTHS = 36

/** State of a debit. `rejected`: it was never charged; `returned`: it was charged and refunded; `cancelled`: it was never sent to the bank. */
export const debitStates = ['notified', 'sent', 'booked', 'rejected', 'returned', 'cancelled'] as const

/** The TARGET day on which a debit announced today is charged: the first one after the fourteen days. */
export function debitDay(today: LocalDate): LocalDate {
  const day = addDays(today, PRENOTICE_DAYS)
  return isTargetBusinessDay(day) ? day : nextTargetBusinessDay(day)
}

/** The TARGET day on which a debit is sent to the bank: the last one before the charge (SDD Core Rulebook: D-1). */
export function handInDay(dueOn: LocalDate): LocalDate {
  let day = addDays(dueOn, -1)
  while (!isTargetBusinessDay(day)) day = addDays(day, -1)
  return day
}

/** The day on which a debit sent today is charged: as announced or, if late, the next TARGET day; never earlier. */
export function chargeDay(announcedOn: LocalDate, today: LocalDate): LocalDate {
  const soonest = nextTargetBusinessDay(today)
  return announcedOn > soonest ? announcedOn : soonest
}

/** Whether a debit may still be charged on a day under its announcement. */
export const isInTime = (announcedOn: LocalDate, chargeOn: LocalDate): boolean => chargeOn <= addDays(announcedOn, MAX_LATE_DAYS)

/** Whether a mandate that was signed, or last used, on a day has lapsed. */
export const isUnused = (lastUsedOn: LocalDate, today: LocalDate): boolean => addMonths(lastUsedOn, UNUSED_MONTHS) < today

/**
 * The debt less unsettled lines, in cents: never more than the debt, because unsettled charges are not part of it yet.
 */
export const owedCents = (debtCents: Cents, waitingCents: Cents): Cents => cents(Math.min(debtCents, Math.max(0, debtCents - waitingCents)))

/** The amount that may be charged: what is owed, and never more than was announced. */
export const chargeableCents = (announcedCents: Cents, owed: Cents): Cents => cents(Math.min(announcedCents, owed))

/** Reasons of refused and returned debits (ISO 20022 external codes), and whether another attempt under the same mandate can succeed. */
const reasons = {
  AC01: false,
  AC04: false,
  AC06: false,
  AG01: false,
  AM04: true,
  MD01: false,
  MD06: false,
  MD07: false,
  MS02: false,
  MS03: true,
  SL01: false,
} as const satisfies Record<string, boolean>
type DebitReason = keyof typeof reasons

/** A code with its own message; null for any other. */
export const debitReason = (code: string | null): DebitReason | null =>
  code !== null && Object.hasOwn(reasons, code) ? (code as DebitReason) : null // an own key of the table

/** Whether another debit may be attempted after this code; true for unknown codes. */
export const canTryAgain = (code: string | null): boolean => {
  const reason = debitReason(code)
  return reason === null || reasons[reason]
}

/** A refused or returned debit of this debt. */
type FailedDebit = { mandateId: string; code: string | null }

/** Whether the maximum number of debits was attempted, under any mandates. */
export const isSpent = (failed: readonly FailedDebit[]): boolean => failed.length >= MAX_TRIES

/** Whether a debit may be attempted (again) under a mandate: at most twice in total, and never if the bank reported the mandate or account as invalid. */
export const mayTry = (failed: readonly FailedDebit[], mandateId: string): boolean =>
  !isSpent(failed) && failed.every((one) => one.mandateId !== mandateId || canTryAgain(one.code))

/** Facts that determine a debt's next step. Amounts in cents, days in Madrid. */
export type DebtFacts = {
  debtCents: Cents
  /** The value date since which the shop owes. */
  since: LocalDate
  /** Net amount of unsettled lines. */
  waitingCents: Cents
  today: LocalDate
  /** The active mandate; null: there is none. */
  mandateId: string | null
  failed: readonly FailedDebit[]
  /** A debit that was announced or sent. */
  underWay: { dueOn: LocalDate } | null
}

/**
 * The next step of a debt, and its day. `sales`: sales may repay it until then; `covered`: unsettled lines repay it in the next settlement; `notice`: a
 * debit is announced; `debit`: it is charged; `claim`: it cannot be charged, so the shop must pay (docs/domain.md#direct-debits).
 */
export type DebtStep = { step: 'none' | 'covered' | 'claim'; on: null } | { step: 'sales' | 'notice' | 'debit'; on: LocalDate }

/** The next step of a debt, by the current facts. */
export function nextDebtStep({ debtCents, since, waitingCents, today, mandateId, failed, underWay }: DebtFacts): DebtStep {
  if (underWay) return { step: 'debit', on: underWay.dueOn }
  if (debtCents === ZERO) return { step: 'none', on: null }
  if (owedCents(debtCents, waitingCents) === ZERO) return { step: 'covered', on: null }
  const oldOn = debtClaimDay(since)
  if (today < oldOn) return { step: 'sales', on: oldOn }
  return mandateId !== null && mayTry(failed, mandateId) ? { step: 'notice', on: today } : { step: 'claim', on: null }
}

/** The reference that identifies a shop's transfer: `DEU-` and the last twelve characters of its id. */
export const debtReference = (merchantHex: string): string => `DEU-${merchantHex.slice(-12).toUpperCase()}`

/** Whether a text is a Spanish SEPA creditor identifier: ES, two check digits over NIF and country (ISO 7064 mod 97-10), the bank's suffix, the NIF. */
export function isCreditorId(text: string): boolean {
  const [, check, nif] = /^ES(\d{2})[0-9A-Z]{3}([A-Z0-9]\d{7}[A-Z0-9])$/.exec(text) ?? []
  return check !== undefined && nif !== undefined && check === creditorCheck(nif)
}

/** The identifier of a Spanish creditor by NIF and suffix. */
export const creditorId = (nif: string, suffix: string): string => `ES${creditorCheck(nif)}${suffix}${nif}`

function creditorCheck(nif: string): string {
  // Letters are 10 to 35.
  const digits = [...`${nif}ES00`].map((sign) => String(Number.parseInt(sign, 36))).join('')
  const rest = [...digits].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0)
  return String(98 - rest).padStart(2, '0')
}
