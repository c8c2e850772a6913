import type { CartLimits } from '#domain/merchants/cartLimits'
import { cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'

/** The carts that the shop lets be paid in instalments. */
export async function readCartLimits(db: Connection, { merchantId, mode }: Scope): Promise<CartLimits> {
  const row = await db.first<{ min_cents: bigint | null; max_cents: bigint | null }>(
    sql`select l.min_cents, l.max_cents from cart_limits l where l.merchant_id = ${merchantId} and l.mode = ${mode}`,
  )
  const centsOf = (value: bigint | null | undefined) => (value == null ? null : cents(value))
  return { minCents: centsOf(row?.min_cents), maxCents: centsOf(row?.max_cents) }
}
