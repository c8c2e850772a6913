import { formatDate, type LocalDate } from '#domain/dates'
import { formatEuros, type Cents } from '#domain/money'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { hexOf } from '../http/wire.ts'
import { notify } from '../notices/notify.ts'

/** What people of a shop are told of its debt. */
export type DebtNews =
  | { type: 'debit_announced'; amount: Cents; on: LocalDate; creditor: { id: string; name: string }; mandate: string; last4: string }
  | { type: 'debit_charged' | 'debt_transfer'; amount: Cents; reference: string }
  | { type: 'debit_failed'; amount: Cents; reference: string; reason: string }
  | { type: 'debit_cancelled' | 'mandate_signed' | 'mandate_ended'; reference: string }

const levels = {
  debit_announced: 'warning',
  debit_charged: 'info',
  debt_transfer: 'success',
  debit_failed: 'error',
  debit_cancelled: 'info',
  mandate_signed: 'info',
  mandate_ended: 'warning',
} as const

/** Leaves a notice in the transaction that makes it true, for owners and admins; by mail too: a debit must have been announced (SDD Core Rulebook). */
export function tellDebtor(db: Connection, { merchantId }: Scope, { type, ...facts }: DebtNews, now: Date): void {
  const values = Object.entries(facts).flatMap(([key, value]): { key: string; value: string }[] => {
    if (key === 'amount') return [{ key, value: formatEuros(value as Cents) }] // as its type says
    if (key === 'on') return [{ key, value: formatDate(value as LocalDate) }] // as its type says
    if (typeof value === 'object')
      return [
        { key, value: value.name },
        { key: 'creditorId', value: value.id },
      ]
    return [{ key, value: String(value) }]
  })
  notify(db, {
    about: { merchantId },
    type,
    level: levels[type],
    values,
    actionUrl: `/merchants/${hexOf(merchantId)}/settlements/debt`,
    roles: ['owner', 'admin'],
    byMail: true,
    now,
  })
}
