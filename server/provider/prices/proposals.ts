import { addDays, formatDate, localDate, type LocalDate, madridDay } from '#domain/platform/dates'
import { changedTerms } from '#domain/sales/plans/terms'
import { earliestStart, isWithdrawable, isWorseChange, type TermsInForce } from '#domain/sales/plans/termsVersions'
import { changedPayoutTerms, isWorsePayout, type OwnPayoutTerms, type PayoutTerms } from '#domain/money/payoutTerms'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { auditedPayout, auditedTerms, type StoredVersion } from './versionRows.ts'

/** A product's terms on the last day before a proposed version and on its first. `before`: null where there were none. */
export type ProposedChange = { before: TermsInForce | null; after: TermsInForce }

/** How a merchant is paid on the last day before a proposed version and on its first; `own`: what of it does not follow the price list. */
type Paid = { terms: PayoutTerms; own: OwnPayoutTerms | null }
export type PayoutChange = { before: Paid; after: Paid }

/** What a version changes; `payout`: null where it says nothing of how merchants are paid. */
export type Proposed = { products: readonly ProposedChange[]; payout: PayoutChange | null }

const isPayoutChanged = ({ before, after }: PayoutChange): boolean =>
  changedPayoutTerms(before.terms, after.terms).length > 0 || JSON.stringify(before.own) !== JSON.stringify(after.own)

const isChanged = ({ before, after }: ProposedChange): boolean =>
  before === null || before.enabled !== after.enabled || before.isOwn !== after.isOwn || changedTerms(before.terms, after.terms).length > 0

/**
 * Refuses a version that changes nothing (TermsNotAllowed), and a day that is no future one, or too early for the notice that worse terms need
 * (ApiValidationException).
 */
export function assertStart(
  effectiveOn: LocalDate,
  { products, payout }: Proposed,
  { now, noticeDays }: { now: Date; noticeDays: number },
): void {
  if (!products.some(isChanged) && !(payout && isPayoutChanged(payout))) throw new Refusal('TermsNotAllowed', { why: 'unchanged' })
  const today = madridDay(now)
  const worse =
    products.some(({ before, after }) => before !== null && isWorseChange({ before, after })) ||
    (payout !== null && isWorsePayout(payout.before.terms, payout.after.terms))
  const earliest = earliestStart(today, worse, noticeDays)
  if (effectiveOn >= earliest) return
  const code = effectiveOn <= today ? 'past' : 'notice'
  const message = text(`prices.server.${code}`, { days: String(noticeDays), day: formatDate(earliest) })
  throw new Refusal('ApiValidationException', { fields: [{ name: 'effective_on', code, message }] })
}

/** Refuses with TermsNotAllowed what was withdrawn already, or has begun. */
export function assertWithdrawable(version: StoredVersion, now: Date): void {
  if (version.withdrawnAt !== null) throw new Refusal('TermsNotAllowed', { why: 'withdrawn' })
  if (!isWithdrawable(version, now)) throw new Refusal('TermsNotAllowed', { why: 'begun' })
}

/** The last day of what was in force before a version. */
export const dayBefore = (effectiveOn: LocalDate): LocalDate => addDays(effectiveOn, -1)

/** A day from the wire, whose format the contract has checked. */
export const startDay = (effectiveOn: string): LocalDate => localDate(effectiveOn)

/** What two people confirm: each product's terms, and how the merchant is paid, before and after. */
export const shownChange = (effectiveOn: LocalDate, { products, payout }: Proposed) => ({
  before: {
    ...Object.fromEntries(products.map(({ before, after }) => [after.terms.product, before && auditedInForce(before)])),
    ...(payout && { payout: auditedPaid(payout.before) }),
  },
  after: {
    effectiveOn,
    ...Object.fromEntries(products.map(({ after }) => [after.terms.product, auditedInForce(after)])),
    ...(payout && { payout: auditedPaid(payout.after) }),
  },
})

const auditedInForce = ({ terms, enabled, isOwn }: TermsInForce) => ({
  ...auditedTerms(terms),
  ...(enabled ? {} : { enabled }),
  ...(isOwn && { own: true }),
})

const auditedPaid = ({ terms, own }: Paid) => ({
  ...auditedPayout(terms),
  ...(own && Object.keys(auditedPayout(own)).length > 0 && { own: true }),
})
