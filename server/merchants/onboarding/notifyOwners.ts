import type { Connection } from '../../platform/database/database.ts'
import { type NoticeValue, notify } from '../notices/notify.ts'

type NoticeType = 'document_approved' | 'document_rejected' | 'onboarding_changes' | 'merchant_approved' | 'merchant_rejected'
const levels = {
  document_approved: 'success',
  document_rejected: 'warning',
  onboarding_changes: 'warning',
  merchant_approved: 'success',
  merchant_rejected: 'error',
} as const

/** Creates a notice for the owners of an account, in the caller's transaction. `actionUrl`: where to act on it. */
export function notifyOwners(
  db: Connection,
  accountId: string,
  type: NoticeType,
  { values = [], actionUrl = null, now }: { values?: readonly NoticeValue[]; actionUrl?: string | null; now: Date },
): void {
  notify(db, { about: { accountId }, type, level: levels[type], values, actionUrl, roles: ['owner'], now })
}
