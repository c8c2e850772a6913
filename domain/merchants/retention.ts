import { addMonths, madridDay, startOfMadridDay, type LocalDate } from '../platform/dates.ts'
import type { Substatus } from '../sales/operations/states.ts'

/** Months after its end in which a shop still sees who the customer of an operation was (docs/domain.md#keeping-and-erasing-data). */
export const CUSTOMER_SHOWN_MONTHS = 24
/** Months after leaving in which a person of the team is still called by name (for questions about what they did). */
const LEAVER_NAMED_MONTHS = 12
/** Months that the file of an account is kept whose onboarding was rejected (docs/domain.md#keeping-and-erasing-data). */
const REJECTED_FILE_MONTHS = 12
/** Years that whoever gives credit keeps who a customer was, after the relation has ended (Ley 10/2010, art. 25). */
export const IDENTITY_KEPT_YEARS = 10
/** Days that a notice of the panel is kept (those of the same season a year ago can still be read). */
export const NOTICES_KEPT_DAYS = 400

/** Why a company's relation ended: it wished so, the provider did, or there is no such company any more. */
export const relationEndReasons = ['company', 'provider', 'ceased'] as const
export type RelationEndReason = (typeof relationEndReasons)[number]

/** Sub-statuses in which nothing is owed, asked or still to come. */
export const concludedStates = [
  'payment_completed',
  'stopped_merchant',
  'stopped_customer',
  'stopped_duplicated',
  'rejected',
] as const satisfies readonly Substatus[]

/** Why somebody's data are erased, in the order of GDPR art. 17: they are no longer needed or wanted, consent was withdrawn, they should never have been kept, an authority orders it. */
export const erasureGrounds = ['request', 'consent', 'unlawful', 'order'] as const
export type ErasureGround = (typeof erasureGrounds)[number]

/** When a customer's data can go: now, or what they wait for: money that is owed, a sale under way, a refund that can still be undone. */
export type ErasureMoment = 'now' | 'owed' | 'sale' | 'refund'

/** Art. 17.3 of the GDPR lets them stay while a contract or a claim needs them. */
export function erasureMoment({ substatus, heldCents }: { substatus: Substatus; heldCents: number }): ErasureMoment {
  if (heldCents > 0) return 'refund'
  if (substatus === 'payment_process' || substatus === 'payment_suspended') return 'owed'
  return substatus === 'pending_customer' || substatus === 'pending_merchant' ? 'sale' : 'now'
}

/** The start of the day in Madrid that many months ago. */
const monthsBefore = (now: Date, months: number): Date => startOfMadridDay(addMonths(madridDay(now), -months))

/** The shop no longer sees the customer of an operation that ended before this. */
export const hiddenBefore = (now: Date): Date => monthsBefore(now, CUSTOMER_SHOWN_MONTHS)

/** Instant before which people must have left to lose their name. */
export const namedSince = (now: Date): Date => monthsBefore(now, LEAVER_NAMED_MONTHS)

/** Instant before which an account must have been rejected for its file to go. */
export const rejectedBefore = (now: Date): Date => monthsBefore(now, REJECTED_FILE_MONTHS)

/**
 * Day before which a company's relation must have ended for its file to go: ten years (Ley 10/2010 art. 25), within which the six of its books are over
 * (Código de Comercio art. 30).
 */
export const relationEndedBefore = (now: Date): LocalDate => addMonths(madridDay(now), -12 * IDENTITY_KEPT_YEARS)

/**
 * Until which day, it included, who the customer was stays blocked (LOPDGDD art. 32): where credit was given, as the law against money laundering says.
 * Null: nothing of it need be kept, as in test mode, or where no contract came about.
 */
export function identityKeptUntil(ended: { isLive: boolean; hasContract: boolean; concludedAt: Date }): LocalDate | null {
  return ended.isLive && ended.hasContract ? addMonths(madridDay(ended.concludedAt), 12 * IDENTITY_KEPT_YEARS) : null
}
