import { addDays, addMonths, type LocalDate } from '../platform/dates.ts'
import { basisPoints, ZERO, type BasisPoints, type Cents } from '../platform/money.ts'
import { versionInForce } from '../sales/plans/termsVersions.ts'
import { monthStart, type PaymentRhythm, type PayoutFrequency } from './settlement.ts'

/** Part of each settlement that is held back, until so many days after its value day. */
interface Reserve {
  rate: BasisPoints
  days: number
}

/** How a shop is paid (docs/domain.md#payout-terms). `minimumFeeCents`: least fee of a month, VAT excluded; zero: none. */
export interface PayoutTerms {
  frequency: PayoutFrequency
  reserve: Reserve
  minimumFeeCents: Cents
}
const payoutFields = ['frequency', 'reserve', 'minimumFeeCents'] as const satisfies readonly (keyof PayoutTerms)[]
export type PayoutField = (typeof payoutFields)[number]

/** Terms agreed with a merchant; null where they are those of the price list. */
export type OwnPayoutTerms = { [Field in PayoutField]: PayoutTerms[Field] | null }

/** Versions of the price list and of a merchant's own terms, each in force from the midnight in Madrid at which its day begins. In any order. */
export interface PayoutVersions {
  list: readonly { effectiveOn: LocalDate; terms: PayoutTerms }[]
  own: readonly { effectiveOn: LocalDate; terms: OwnPayoutTerms }[]
}

/** Before the first version of the price list. */
const noTerms: PayoutTerms = { frequency: 'daily', reserve: { rate: basisPoints(0), days: 1 }, minimumFeeCents: ZERO }

/** How a shop is paid on a day: by its own terms, and where it has none by the price list's. */
export function payoutTermsOn({ list, own }: PayoutVersions, day: LocalDate): PayoutTerms {
  const listed = versionInForce(list, day)?.terms ?? noTerms
  const agreed = versionInForce(own, day)?.terms
  return {
    frequency: agreed?.frequency ?? listed.frequency,
    reserve: agreed?.reserve ?? listed.reserve,
    minimumFeeCents: agreed?.minimumFeeCents ?? listed.minimumFeeCents,
  }
}

/** A merchant's own terms on a day; all null where it has none. */
export const ownPayoutTermsOn = ({ own }: PayoutVersions, day: LocalDate): OwnPayoutTerms =>
  versionInForce(own, day)?.terms ?? { frequency: null, reserve: null, minimumFeeCents: null }

const daysOfChange = ({ list, own }: PayoutVersions): LocalDate[] =>
  [...new Set([...list, ...own].map(({ effectiveOn }) => effectiveOn))].toSorted()

/** How often a shop is paid, on every day. `weekday`: of weekly payments. */
export function rhythmOf(versions: PayoutVersions, weekday: number): PaymentRhythm {
  const changes = daysOfChange(versions).map((from) => ({ from, frequency: payoutTermsOn(versions, from).frequency }))
  const [first, ...later] = changes.filter(({ frequency }, index) => frequency !== changes[index - 1]?.frequency)
  return { frequency: first?.frequency ?? noTerms.frequency, weekday, changes: later }
}

/** The least fee of a month: what is agreed for its first day. A change within a month counts from the next one. */
export const minimumFeeOf = (versions: PayoutVersions, month: LocalDate): Cents => payoutTermsOn(versions, month).minimumFeeCents

/** The first month in which a shop was live from its first day on: minimum fees are charged from it. */
export const firstWholeMonth = (liveOn: LocalDate): LocalDate => {
  const month = monthStart(liveOn)
  return month === liveOn ? month : addMonths(month, 1)
}

/** The fields in which terms differ. */
export const changedPayoutTerms = (before: PayoutTerms, after: PayoutTerms): PayoutField[] =>
  payoutFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

const isWorse: Readonly<Record<PayoutField, (before: PayoutTerms, after: PayoutTerms) => boolean>> = {
  frequency: (before, after) => before.frequency === 'daily' && after.frequency === 'weekly',
  reserve: ({ reserve: before }, { reserve: after }) =>
    after.rate > before.rate || (after.rate > 0 && before.rate > 0 && after.days > before.days),
  minimumFeeCents: (before, after) => after.minimumFeeCents > before.minimumFeeCents,
}

/** Whether a merchant is paid later or less: such a change needs the longer notice. */
export const isWorsePayout = (before: PayoutTerms, after: PayoutTerms): boolean =>
  payoutFields.some((field) => isWorse[field](before, after))

/** A change of how a shop is paid. `before`: what was in force on the day before it. */
export interface ComingPayoutTerms {
  effectiveOn: LocalDate
  before: PayoutTerms
  after: PayoutTerms
}

/** The changes after a day, in order; versions that change nothing for this merchant are none. */
export const comingPayoutTerms = (versions: PayoutVersions, day: LocalDate): ComingPayoutTerms[] =>
  daysOfChange(versions).flatMap((effectiveOn) => {
    if (effectiveOn <= day) return []
    const change = { effectiveOn, before: payoutTermsOn(versions, addDays(effectiveOn, -1)), after: payoutTermsOn(versions, effectiveOn) }
    return changedPayoutTerms(change.before, change.after).length > 0 ? [change] : []
  })

/** What is wrong with terms. */
export type PayoutProblem = { field: 'reserveRate' | 'reserveDays' | 'minimumFee'; code: 'range' }

/** Longest time for which money may be held, and highest monthly fee that is plausible as typed, in cents. */
const MAX_RESERVE_DAYS = 3_650
const MAX_MINIMUM_FEE = 10_000_000

/** All problems of the terms; null ones are not checked. */
export function payoutProblems({ reserve, minimumFeeCents }: Pick<OwnPayoutTerms, 'reserve' | 'minimumFeeCents'>): PayoutProblem[] {
  const within = (value: number, low: number, high: number) => Number.isInteger(value) && value >= low && value <= high
  const problems: (PayoutProblem | false)[] = [
    reserve !== null && !within(reserve.rate, 0, 10_000) && { field: 'reserveRate', code: 'range' },
    reserve !== null && !within(reserve.days, 1, MAX_RESERVE_DAYS) && { field: 'reserveDays', code: 'range' },
    minimumFeeCents !== null && !within(minimumFeeCents, 0, MAX_MINIMUM_FEE) && { field: 'minimumFee', code: 'range' },
  ]
  return problems.filter((one) => one !== false)
}
