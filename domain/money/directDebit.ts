import { addDays, addMonths, type LocalDate } from '../platform/dates.ts'
import { isTargetBusinessDay, nextTargetBusinessDay } from '../platform/targetCalendar.ts'
import { debtClaimDay } from './debt.ts'
import { cents, ZERO, type Cents } from '../platform/money.ts'

/** A shop hears of a debit so many calendar days before its account is charged (SDD Core Rulebook: fourteen, unless agreed otherwise). */
export const PRENOTICE_DAYS = 14
/** A debt is tried so often; then it is claimed (docs/domain.md#direct-debits). */
const MOST_TRIES = 2
/** So long after it was charged whoever pays may have it given back, without a reason (Directive (EU) 2015/2366 art. 77). */
export const REFUND_DAYS = 56
/** So long after it was charged whoever pays may say that it was never authorised (Directive (EU) 2015/2366 art. 71). */
export const UNAUTHORISED_MONTHS = 13
/** A debit is charged so many days after the announced one at most; then it is announced anew. */
const MOST_LATE_DAYS = 5
/** A mandate by which nothing was charged for so long lapses (SDD Core Rulebook). */
const UNUSED_MONTHS = 36

/** Where a debit stands. `rejected`: it was never charged; `returned`: it was, and the money went back; `cancelled`: it never went to the bank. */
export const debitStates = ['notified', 'sent', 'booked', 'rejected', 'returned', 'cancelled'] as const

/** The TARGET day on which a debit of which a shop hears today is charged: the first one after the fourteen days. */
export function debitDay(today: LocalDate): LocalDate {
  const day = addDays(today, PRENOTICE_DAYS)
  return isTargetBusinessDay(day) ? day : nextTargetBusinessDay(day)
}

/** The TARGET day on which the bank is told of a debit: the last one before it is charged (SDD Core Rulebook: D-1). */
export function handInDay(dueOn: LocalDate): LocalDate {
  let day = addDays(dueOn, -1)
  while (!isTargetBusinessDay(day)) day = addDays(day, -1)
  return day
}

/** When a debit is charged that the bank is told of today: as announced, or, when we are late, on the next TARGET day; never earlier. */
export function chargeDay(announcedOn: LocalDate, today: LocalDate): LocalDate {
  const soonest = nextTargetBusinessDay(today)
  return announcedOn > soonest ? announcedOn : soonest
}

/** Whether a debit may still be charged on a day by its announcement. */
export const isInTime = (announcedOn: LocalDate, chargeOn: LocalDate): boolean => chargeOn <= addDays(announcedOn, MOST_LATE_DAYS)

/** Whether a mandate lapsed that was signed, or by which was last charged, on a day. */
export const isUnused = (lastUsedOn: LocalDate, today: LocalDate): boolean => addMonths(lastUsedOn, UNUSED_MONTHS) < today

/**
 * What is owed once the lines that wait for their settlement are counted, in cents: never more than the debt, because what adds to it is not
 * settled yet.
 */
export const owedCents = (debtCents: Cents, waitingCents: Cents): Cents => cents(Math.min(debtCents, Math.max(0, debtCents - waitingCents)))

/** What may be charged: what is owed, and never more than was announced. */
export const chargeableCents = (announcedCents: Cents, owed: Cents): Cents => cents(Math.min(announcedCents, owed))

/** Why banks refuse or give back debits (ISO 20022 external codes), and whether another try under the same mandate can end otherwise. */
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

/** A code that has words of its own; null: it has none. */
export const debitReason = (code: string | null): DebitReason | null =>
  code !== null && Object.hasOwn(reasons, code) ? (code as DebitReason) : null // an own key of the table

/** Whether the debt may be tried again after this; a code that we do not know says nothing against it. */
export const canTryAgain = (code: string | null): boolean => {
  const reason = debitReason(code)
  return reason === null || reasons[reason]
}

/** A debit of this debt that did not bring the money. */
type FailedDebit = { mandateId: string; code: string | null }

/** Whether a debt was tried as often as one is, under whatever mandates. */
export const isSpent = (failed: readonly FailedDebit[]): boolean => failed.length >= MOST_TRIES

/** Whether a debt may be tried (again) under a mandate: at most twice in all, and never where the bank said that this mandate or account is none. */
export const mayTry = (failed: readonly FailedDebit[], mandateId: string): boolean =>
  !isSpent(failed) && failed.every((one) => one.mandateId !== mandateId || canTryAgain(one.code))

/** What decides on a debt's next step. Amounts in cents, days in Madrid. */
export type DebtFacts = {
  debtCents: Cents
  /** The value day since which the shop owes. */
  since: LocalDate
  /** Net of the lines that wait for their settlement. */
  waitingCents: Cents
  today: LocalDate
  /** The mandate that stands; null: there is none. */
  mandateId: string | null
  failed: readonly FailedDebit[]
  /** A debit that was announced or that the bank has. */
  underWay: { dueOn: LocalDate } | null
}

/**
 * What happens next to a debt, and on which day. `sales`: they repay it until then; `covered`: what waits repays it in the next settlement;
 * `notice`: a debit is announced; `debit`: it is charged; `claim`: nobody can charge it, the shop pays or is claimed from (docs/domain.md#direct-debits).
 */
export type DebtStep = { step: 'none' | 'covered' | 'claim'; on: null } | { step: 'sales' | 'notice' | 'debit'; on: LocalDate }

/** The next step of a debt as things stand. */
export function nextDebtStep({ debtCents, since, waitingCents, today, mandateId, failed, underWay }: DebtFacts): DebtStep {
  if (underWay) return { step: 'debit', on: underWay.dueOn }
  if (debtCents === ZERO) return { step: 'none', on: null }
  if (owedCents(debtCents, waitingCents) === ZERO) return { step: 'covered', on: null }
  const oldOn = debtClaimDay(since)
  if (today < oldOn) return { step: 'sales', on: oldOn }
  return mandateId !== null && mayTry(failed, mandateId) ? { step: 'notice', on: today } : { step: 'claim', on: null }
}

/** By which a shop's transfer is known as its own: `DEU-` and the last twelve characters of its id. */
export const debtReference = (merchantHex: string): string => `DEU-${merchantHex.slice(-12).toUpperCase()}`

/** Whether a text is a Spanish SEPA creditor identifier: ES, two check digits over NIF and country (ISO 7064 mod 97-10), the bank's suffix, the NIF. */
export function isCreditorId(text: string): boolean {
  const [, check, nif] = /^ES(\d{2})[0-9A-Z]{3}([A-Z0-9]\d{7}[A-Z0-9])$/.exec(text) ?? []
  return check !== undefined && nif !== undefined && check === creditorCheck(nif)
}

/** The identifier of a Spanish creditor by NIF and suffix. */
export const creditorId = (nif: string, suffix: string): string => `ES${creditorCheck(nif)}${suffix}${nif}`

function creditorCheck(nif: string): string {
  // Letters count from ten, A to Z.
  const digits = [...`${nif}ES00`].map((sign) => String(Number.parseInt(sign, 36))).join('')
  const rest = [...digits].reduce((left, digit) => (left * 10 + Number(digit)) % 97, 0)
  return String(98 - rest).padStart(2, '0')
}
