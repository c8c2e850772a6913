import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify, type Sentence } from '../../merchants/notices/notify.ts'

const levels = {
  debit_announced: 'warning',
  debit_charged: 'info',
  debt_transfer: 'success',
  debit_failed: 'error',
  debit_cancelled: 'info',
  mandate_signed: 'info',
  mandate_ended: 'warning',
} as const

/** A notice about a shop's debt, with its values: formatted text, or messages in the reader's language. */
type DebtNews = { type: keyof typeof levels; values: Readonly<Record<string, string | readonly Sentence[]>> }

/** Creates a notice for owners and admins, in the caller's transaction; by e-mail too, because a debit must be announced (SDD Core Rulebook). */
export function notifyDebtor(db: Connection, { merchantId }: Scope, { type, values }: DebtNews, now: Date): void {
  notify(db, {
    about: { merchantId },
    type,
    level: levels[type],
    values: Object.entries(values).map(([key, value]) => (typeof value === 'string' ? { key, value } : { key, said: value })),
    actionUrl: `/merchants/${hexOf(merchantId)}/settlements/debt`,
    roles: ['owner', 'admin'],
    byMail: true,
    now,
  })
}
