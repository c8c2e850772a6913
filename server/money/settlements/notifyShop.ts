import { formatDate } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'

/** A notice about a settlement; `amountCents` is the amount paid or returned or, negative, what the shop owes. */
type SettlementNews = {
  type: 'settlement_paid' | 'settlement_negative' | 'settlement_returned'
  id: string
  reference: string
  amountCents: number | bigint
  at: Date
}

const levels = { settlement_paid: 'success', settlement_negative: 'warning', settlement_returned: 'error' } as const

/** Creates the notice in the caller's transaction, so that it is created once. None in test mode, which moves no money. */
export function notifyShop(
  db: Connection,
  { merchantId, mode }: Scope,
  { type, id, reference, amountCents, at }: SettlementNews,
  now: Date,
): void {
  if (mode !== 'live') return
  notify(db, {
    about: { merchantId },
    type,
    level: levels[type],
    values: [
      { key: 'reference', value: reference },
      { key: 'amount', value: formatEuros(cents(amountCents)) },
      { key: 'date', value: formatDate(at) },
    ],
    actionUrl: `/merchants/${hexOf(merchantId)}/settlements/${hexOf(id)}`,
    roles: ['owner', 'admin', 'editor'],
    now,
  })
}
