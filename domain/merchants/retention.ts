import { addMonths, madridDay, startOfMadridDay, type LocalDate } from '../platform/dates.ts'
import type { Substatus } from '../sales/operations/states.ts'

/** Months after the end of an operation in which a shop still sees its customer (docs/domain.md#keeping-and-erasing-data). */
export const CUSTOMER_SHOWN_MONTHS = 24
/** Months after leaving in which a team member is still shown by name (for questions about what they did). */
const LEAVER_NAMED_MONTHS = 12
/** Months that the file of a rejected account is kept (docs/domain.md#keeping-and-erasing-data). */
const REJECTED_FILE_MONTHS = 12
/** Years that a lender keeps a customer's identity after the relation has ended (Ley 10/2010, art. 25). */
export const IDENTITY_KEPT_YEARS = 10
/** Days that a notice is kept (so that those of the same season a year ago can be read). */
export const NOTICES_KEPT_DAYS = 400

/** Why a company's relation ended: on its request, the provider's decision, or because the company no longer exists. */
export const relationEndReasons = ['company', 'provider', 'ceased'] as const
export type RelationEndReason = (typeof relationEndReasons)[number]

/** Sub-statuses in which nothing is owed, requested or still to come. */
export const concludedStates = [
  'payment_completed',
  'stopped_merchant',
  'stopped_customer',
  'stopped_duplicated',
  'rejected',
] as const satisfies readonly Substatus[]

/** Grounds of an erasure, in the order of GDPR art. 17: no longer needed or wanted, consent withdrawn, unlawfully kept, ordered by an authority. */
export const erasureGrounds = ['request', 'consent', 'unlawful', 'order'] as const
export type ErasureGround = (typeof erasureGrounds)[number]

/** When a customer's data can be erased: now, or after money owed, a sale in progress, or a refund that can still be undone. */
export type ErasureMoment = 'now' | 'owed' | 'sale' | 'refund'

/** Art. 17.3 of the GDPR allows keeping them while a contract or a claim needs them. */
export function erasureMoment({ substatus, heldCents }: { substatus: Substatus; heldCents: number }): ErasureMoment {
  if (heldCents > 0) return 'refund'
  if (substatus === 'payment_process' || substatus === 'payment_suspended') return 'owed'
  return substatus === 'pending_customer' || substatus === 'pending_merchant' ? 'sale' : 'now'
}

/** The start of the Madrid day that many months ago. */
const monthsBefore = (now: Date, months: number): Date => startOfMadridDay(addMonths(madridDay(now), -months))

/** Customers of operations that ended before this are hidden from the shop. */
export const hiddenBefore = (now: Date): Date => monthsBefore(now, CUSTOMER_SHOWN_MONTHS)

/** Names of people who left before this are erased. */
export const namesErasedBefore = (now: Date): Date => monthsBefore(now, LEAVER_NAMED_MONTHS)

/** Files of accounts rejected before this are deleted. */
export const rejectedBefore = (now: Date): Date => monthsBefore(now, REJECTED_FILE_MONTHS)

/**
 * Files of companies whose relation ended before this day are deleted: ten years (Ley 10/2010 art. 25), longer than the six of their books
 * (Código de Comercio art. 30).
 */
export const relationEndedBefore = (now: Date): LocalDate => addMonths(madridDay(now), -12 * IDENTITY_KEPT_YEARS)

/**
 * The last day on which a customer's identity stays blocked (LOPDGDD art. 32): where credit was given, as anti-money-laundering law
 * requires. Null: it need not be kept, as in test mode, or when no contract was concluded.
 */
export function identityKeptUntil(ended: { isLive: boolean; hasContract: boolean; concludedAt: Date }): LocalDate | null {
  return ended.isLive && ended.hasContract ? addMonths(madridDay(ended.concludedAt), 12 * IDENTITY_KEPT_YEARS) : null
}
