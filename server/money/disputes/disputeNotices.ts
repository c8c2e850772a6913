import { answerBy } from '#domain/money/cardDispute'
import { formatDate, madridDay } from '#domain/platform/dates'
import { formatEuros } from '#domain/platform/money'
import { shortId } from '#domain/platform/shortId'
import { notify, type NoticeValue } from '../../merchants/notices/notify.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { DisputedOperation, StoredDispute } from './disputeRows.ts'

type DisputeNotice = { dispute: StoredDispute; operation: DisputedOperation; isNew: boolean; now: Date }

/** Notifies a shop of a dispute, in the panel and by e-mail: that it was opened and until when the shop may answer, and how it ended. */
export function notifyShop(db: Connection, scope: Scope, { dispute, operation, isNew, now }: DisputeNotice): void {
  const type = typeOf(dispute, isNew)
  if (type === null) return
  const { merchantId, mode } = scope
  const values: NoticeValue[] = [
    { key: 'order', value: operation.mid ?? shortId(operation.id) },
    { key: 'amount', value: formatEuros(dispute.amountCents) },
    { key: 'reason', said: [{ of: `disputes.reason.${dispute.reason}` }] },
    ...(dispute.evidenceDueAt
      ? [{ key: 'date', value: formatDate(madridDay(answerBy(dispute.openedAt, dispute.evidenceDueAt))) }]
      : [{ key: 'date', value: formatDate(madridDay(now)) }]),
  ]
  notify(db, {
    about: { merchantId },
    type,
    level: type === 'dispute_won' || type === 'dispute_dismissed' ? 'success' : type === 'dispute_lost_provider' ? 'info' : 'warning',
    values,
    actionUrl: `/merchants/${hexOf(merchantId)}/operations/${hexOf(operation.id)}${mode === 'sandbox' ? '?sandbox=true' : ''}`,
    roles: ['owner', 'admin', 'editor'],
    byMail: true,
    now,
  })
}

function typeOf({ state, bearer }: StoredDispute, isNew: boolean): string | null {
  switch (state) {
    case 'inquiry':
      return 'dispute_inquiry'
    case 'needs_response':
      return 'dispute_opened'
    // Evidence that the shop gave itself; a dispute that is first seen here was answered elsewhere.
    case 'under_review':
      return isNew ? 'dispute_opened' : null
    case 'lost':
      return bearer === 'merchant' ? 'dispute_lost' : 'dispute_lost_provider'
    case 'won':
    case 'dismissed':
      return `dispute_${state}`
  }
}
