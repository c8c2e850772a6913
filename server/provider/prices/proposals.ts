import { addDays, formatDate, localDate, type LocalDate, madridDay } from '#domain/platform/dates'
import { changedTerms } from '#domain/sales/plans/terms'
import { earliestStart, isWithdrawable, isWorseChange, type TermsInForce } from '#domain/sales/plans/termsVersions'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { auditedTerms, type StoredVersion } from './versionRows.ts'

/** A product's terms on the last day before a proposed version and on its first. `before`: null where there were none. */
export type ProposedChange = { before: TermsInForce | null; after: TermsInForce }

const isChanged = ({ before, after }: ProposedChange): boolean =>
  before === null || before.enabled !== after.enabled || before.isOwn !== after.isOwn || changedTerms(before.terms, after.terms).length > 0

/**
 * Refuses a version that changes nothing (TermsNotAllowed), and a day that is no future one, or too early for the notice that worse terms need
 * (ApiValidationException).
 */
export function assertStart(
  effectiveOn: LocalDate,
  changes: readonly ProposedChange[],
  { now, noticeDays }: { now: Date; noticeDays: number },
): void {
  if (!changes.some(isChanged)) throw new Refusal('TermsNotAllowed', { why: 'unchanged' })
  const today = madridDay(now)
  const worse = changes.some(({ before, after }) => before !== null && isWorseChange({ before, after }))
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

/** What two people confirm: each product's terms before and after. */
export const shownChange = (effectiveOn: LocalDate, changes: readonly ProposedChange[]) => ({
  before: Object.fromEntries(changes.map(({ before, after }) => [after.terms.product, before && auditedInForce(before)])),
  after: { effectiveOn, ...Object.fromEntries(changes.map(({ after }) => [after.terms.product, auditedInForce(after)])) },
})

const auditedInForce = ({ terms, enabled, isOwn }: TermsInForce) => ({
  ...auditedTerms(terms),
  ...(enabled ? {} : { enabled }),
  ...(isOwn && { own: true }),
})
