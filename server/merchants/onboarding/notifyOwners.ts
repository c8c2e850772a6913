import type { PaperReason, PaperType } from '#domain/merchants/company/papers'
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

/** The notice to the owners about a review. `actionUrl`: where to act on it. */
export type ReviewNotice = { type: NoticeType; values: readonly NoticeValue[]; actionUrl: string | null }

/** About one file of a document. */
export function paperNotice(
  type: PaperType,
  verdict: { approved: true } | { approved: false; reason: PaperReason; note: string | null },
): ReviewNotice {
  const paper = { key: 'document', said: [{ of: `company.paper.${type}` }] }
  if (verdict.approved) return { type: 'document_approved', values: [paper], actionUrl: null }
  const note = verdict.note === null ? [] : [{ written: verdict.note }]
  const why = { key: 'why', said: [{ of: `company.paperReason.${verdict.reason}` }, ...note] }
  return { type: 'document_rejected', values: [paper, why], actionUrl: '/' }
}

/** About a field to correct. */
export const changeNotice = (message: string): ReviewNotice => ({
  type: 'onboarding_changes',
  values: [{ key: 'message', value: message }],
  actionUrl: '/',
})

/** About a requested shop. */
export const shopNotice = (name: string, verdict: { approved: true } | { approved: false; reason: string }): ReviewNotice =>
  verdict.approved
    ? { type: 'merchant_approved', values: [{ key: 'shop', value: name }], actionUrl: '/' }
    : {
        type: 'merchant_rejected',
        values: [
          { key: 'shop', value: name },
          { key: 'why', value: verdict.reason },
        ],
        actionUrl: null,
      }

/** Creates a notice for the owners of an account, in the caller's transaction. */
export function notifyOwners(db: Connection, accountId: string, { type, values, actionUrl }: ReviewNotice, now: Date): void {
  notify(db, { about: { accountId }, type, level: levels[type], values, actionUrl, roles: ['owner'], now })
}
