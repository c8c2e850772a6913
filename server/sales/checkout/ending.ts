import type { Checkout } from '#contract/sales/checkout'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { Sale } from './sale.ts'
import type { Whereabouts } from './whereabouts.ts'

type Result = NonNullable<Checkout['ending']>['result']
type Row = { success_url: string; pending_url: string; ko_url: string; dismiss_url: string; close_on_success: boolean }

type Place = Pick<Whereabouts, 'status' | 'step'>

/**
 * What a checkout comes to for the shop's page; approved is pending until the shop has confirmed, and so is an identity check that the customer may
 * finish later. Null while it is open.
 */
export function resultOf({ status, step }: Place, { confirmedAt }: Pick<Sale, 'confirmedAt'>): Result | null {
  if (status === 'open') return step === 'challenge' ? 'pending' : null
  if (status === 'approved') return confirmedAt === null ? 'pending' : 'success'
  return status === 'dismissed' ? 'dismiss' : 'ko'
}

/** Where the browser of an order that the shop's own page began goes at its end; null for all others. Whoever leaves is not held up by our page. */
export async function readEnding(db: Connection, scope: Scope, sale: Sale, place: Place): Promise<Checkout['ending']> {
  const result = resultOf(place, sale)
  if (result === null || sale.channel !== 'online') return null
  const row = await db.first<Row>(sql`select s.success_url, s.pending_url, s.ko_url, s.dismiss_url, s.close_on_success from shop_orders s
    where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and s.operation_id = ${sale.operationId} and s.success_url is not null`)
  if (!row) return null
  const url = { success: row.success_url, pending: row.pending_url, ko: row.ko_url, dismiss: row.dismiss_url }[result]
  return { result, url, byItself: result === 'dismiss' || (result === 'success' && row.close_on_success) }
}
