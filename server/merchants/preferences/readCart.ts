import type { Cart } from '#contract/merchants/preferences'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { readOffers } from '../../sales/operation/offers.ts'

type Row = { min_cents: bigint | null; max_cents: bigint | null; changed_at: Date; changer: string | null; revision: number }

const numberOf = (value: bigint | null | undefined): number | null => (value == null ? null : Number(value))

/** The limits as they stand, and what they must lie within. */
export async function readCart(db: Connection, scope: Scope): Promise<Cart> {
  const [row, offers] = await Promise.all([
    db.first<Row>(sql`select l.min_cents, l.max_cents, l.changed_at, l.revision, (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = l.changed_by) as changer
      from cart_limits l where l.merchant_id = ${scope.merchantId} and l.mode = ${scope.mode}`),
    readOffers(db, scope),
  ])
  return {
    minAmount: numberOf(row?.min_cents),
    maxAmount: numberOf(row?.max_cents),
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row?.changer ?? null,
    revision: row?.revision ?? 0,
    products: offers.map(({ product, minCents, maxCents }) => ({ type: product, minAmount: minCents, maxAmount: maxCents })),
  }
}
