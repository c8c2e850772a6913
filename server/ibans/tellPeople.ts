import { formatDateTime } from '#domain/dates'
import { maskIban } from '#domain/iban'
import type { Connection } from '../db/database.ts'
import { hexOf } from '../http/wire.ts'
import { notify } from '../notices/notify.ts'

type News = 'iban_requested' | 'iban_approved' | 'iban_rejected' | 'iban_active' | 'iban_stopped'
const levels = {
  iban_requested: 'warning',
  iban_approved: 'info',
  iban_rejected: 'error',
  iban_active: 'success',
  iban_stopped: 'warning',
} as const

/** Leaves a notice for owners and admins of the shop, in the caller's transaction. `from`: when the account begins to be paid. */
export function tellPeople(db: Connection, change: { merchant_id: string; iban: string }, news: News, now: Date, from?: Date): void {
  notify(db, {
    about: { merchantId: change.merchant_id },
    type: news,
    level: levels[news],
    values: [{ key: 'iban', value: maskIban(change.iban) }, ...(from ? [{ key: 'from', value: formatDateTime(from) }] : [])],
    actionUrl: `/merchants/${hexOf(change.merchant_id)}/invoices/iban`,
    roles: ['owner', 'admin'],
    now,
  })
}
