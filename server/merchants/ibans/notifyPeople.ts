import { formatDateTime } from '#domain/platform/dates'
import { maskIban } from '#domain/money/iban'
import { isPaperReason } from '#domain/merchants/company/papers'
import type { Connection } from '../../platform/database/database.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { type NoticeValue, notify } from '../notices/notify.ts'

type NoticeType = 'iban_requested' | 'iban_checked' | 'iban_approved' | 'iban_rejected' | 'iban_active' | 'iban_stopped'
const levels = {
  iban_requested: 'warning',
  iban_checked: 'info',
  iban_approved: 'info',
  iban_rejected: 'error',
  iban_active: 'success',
  iban_stopped: 'warning',
} as const

/**
 * `from`: when the account starts to be paid. `reason`: why it was rejected, a code of `domain/merchants/company/papers.ts` or the
 * provider's own words.
 */
type NoticeDetails = { from?: Date; reason?: string | null }

/** The values of the notice's message. */
export const ibanNoticeValues = (iban: string, { from, reason = null }: NoticeDetails): NoticeValue[] => [
  { key: 'iban', value: maskIban(iban) },
  ...(from ? [{ key: 'from', value: formatDateTime(from) }] : []),
  ...(reason === null
    ? []
    : [{ key: 'why', said: [isPaperReason(reason) ? { of: `bankAccounts.reason.${reason}` } : { written: reason }] }]),
]

/** The provider's answers that no other e-mail tells (`queueIbanEmails`). */
const mailed: ReadonlySet<NoticeType> = new Set(['iban_checked', 'iban_rejected'])

/** Creates a notice for owners and admins of the shop, in the caller's transaction. */
export function notifyPeople(
  db: Connection,
  change: { merchant_id: string; iban: string },
  type: NoticeType,
  now: Date,
  details: NoticeDetails = {},
): void {
  notify(db, {
    about: { merchantId: change.merchant_id },
    type,
    level: levels[type],
    values: ibanNoticeValues(change.iban, details),
    actionUrl: `/merchants/${hexOf(change.merchant_id)}/invoices/iban`,
    roles: ['owner', 'admin'],
    byMail: mailed.has(type),
    now,
  })
}
