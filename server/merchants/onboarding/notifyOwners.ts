import type { Connection } from '../../platform/database/database.ts'
import { type NoticeValue, notify } from '../notices/notify.ts'

type News = 'document_approved' | 'document_rejected' | 'onboarding_changes' | 'merchant_approved' | 'merchant_rejected'
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
  news: News,
  { values = [], actionUrl = null, now }: { values?: readonly NoticeValue[]; actionUrl?: string | null; now: Date },
): void {
  notify(db, { about: { accountId }, type: news, level: levels[news], values, actionUrl, roles: ['owner'], now })
}
