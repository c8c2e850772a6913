import type { Iban } from '#contract/merchants/ibans'
import { date } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** The drawing of each state: only the account that is paid is filled green. */
export const ibanKind: Record<Iban['status'], StatusKind> = {
  unconfirmed: 'merchant',
  pending_review: 'upcoming',
  cooling: 'accepted-paused',
  active: 'accepted-filled',
  replaced: 'stopped',
  rejected: 'rejected',
  cancelled: 'stopped',
  frozen: 'rejected',
}

/** Why the provider said no, and how it is put right; words of its own stay as they are. */
export const reasonText = (reason: string): string => tOr(`bankAccounts.reason.${reason}`, 'bankAccounts.reason.other', { reason })

/** What a state means, in the second line. */
export function ibanDetail({ status, rejectionReason, reviewedAt, effectiveFrom, requestedAt }: Iban): string | null {
  if (status === 'rejected') return rejectionReason === null ? null : reasonText(rejectionReason)
  if (status === 'active') return t('bankAccounts.since', { date: date(effectiveFrom ?? reviewedAt ?? requestedAt) })
  return null
}
