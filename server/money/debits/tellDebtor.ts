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

/** What people of a shop are told of its debt, and what its words need: text ready to show, or sentences in the reader's language. */
type DebtNews = { type: keyof typeof levels; values: Readonly<Record<string, string | readonly Sentence[]>> }

/** Leaves a notice in the transaction that makes it true, for owners and admins; by mail too: a debit must have been announced (SDD Core Rulebook). */
export function tellDebtor(db: Connection, { merchantId }: Scope, { type, values }: DebtNews, now: Date): void {
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
