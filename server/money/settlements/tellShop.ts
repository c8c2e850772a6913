import { formatDate } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'

/** What is told of a settlement; `amountCents` is what was paid or came back, or, negative, what the shop owes. */
type SettlementNews = {
  type: 'settlement_paid' | 'settlement_negative' | 'settlement_returned'
  id: string
  reference: string
  amountCents: number | bigint
  at: Date
}

const levels = { settlement_paid: 'success', settlement_negative: 'warning', settlement_returned: 'error' } as const

/** Leaves the bell's notice in the transaction that makes it true, so that it is left once. Test mode moves no money and tells nothing. */
export function tellShop(
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
