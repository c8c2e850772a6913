import { cents, formatEuros } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { repay } from './repay.ts'
import { tellDebtor } from './tellDebtor.ts'

/** The bank charged a debit: the shop owes so much less, by a line of its next settlement, once however often the bank says so. */
export async function bookDebit(db: Connection, scope: Scope, reference: string, { at, now }: { at: Date; now: Date }): Promise<void> {
  const booked = await db.first<{
    charged_cents: bigint
  }>(sql`update debits d set state = 'booked', booked_at = ${at} where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode}
    and d.reference = ${reference} and d.state = 'sent' returning d.charged_cents`)
  if (!booked) return
  const amountCents = cents(booked.charged_cents)
  await repay(db, scope, { of: 'debit', reference, amountCents, at }, now)
  tellDebtor(db, scope, { type: 'debit_charged', values: { amount: formatEuros(amountCents), reference } }, now)
}
