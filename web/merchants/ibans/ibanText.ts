import type { Iban } from '#contract/merchants/ibans'
import { date } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** The glyph of each state: only the current account is filled green. */
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

/** Why the provider refused, and how to fix it; free text stays as written. */
export const reasonText = (reason: string): string => tOr(`bankAccounts.reason.${reason}`, 'bankAccounts.reason.other', { reason })

/** The meaning of a state, on the second line. */
export function ibanDetail({ status, rejectionReason, reviewedAt, effectiveFrom, requestedAt }: Iban): string | null {
  if (status === 'rejected') return rejectionReason === null ? null : reasonText(rejectionReason)
  if (status === 'active') return t('bankAccounts.since', { date: date(effectiveFrom ?? reviewedAt ?? requestedAt) })
  return null
}
