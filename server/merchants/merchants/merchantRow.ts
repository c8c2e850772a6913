import type { Merchant } from '#contract/merchants/merchants'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'

export type MerchantRow = {
  id: string
  name: string
  status: Merchant['status']
  sandbox_enabled: boolean
  country: string
  currency: 'EUR'
}
export const merchantColumns = sql`id, name, status, sandbox_enabled, country, currency`

/** A shop as the contract shows it in lists. */
export const merchantOf = (row: MerchantRow): Merchant => ({
  id: hexOf(row.id),
  name: row.name,
  status: row.status,
  sandboxEnabled: row.sandbox_enabled,
  country: row.country,
  currency: row.currency,
})
