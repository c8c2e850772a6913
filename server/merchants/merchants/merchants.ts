import type { Merchant } from '#contract/merchants/merchants'
import type { Handler } from '../../platform/calls/call.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { readTaxName } from '../../money/ledger/readTax.ts'

type MerchantRow = {
  id: string
  name: string
  status: Merchant['status']
  sandbox_enabled: boolean
  country: string
  currency: 'EUR'
}
const merchantColumns = sql`id, name, status, sandbox_enabled, country, currency`

/** A shop in the shape of the contract's lists. */
const merchantOf = (row: MerchantRow, tax: Merchant['tax']): Merchant => ({
  id: hexOf(row.id),
  name: row.name,
  status: row.status,
  sandboxEnabled: row.sandbox_enabled,
  country: row.country,
  currency: row.currency,
  tax,
})

/** The shops that the caller may enter, oldest first: a session starts in the first. */
export const merchantList: Handler<'merchantList'> = async ({ db, caller }) => {
  const rows = await db.rows<MerchantRow>(
    sql`select ${merchantColumns} from merchants where account_id = ${caller.accountId} and id = any(${[...caller.merchantIds]}::uuid[]) order by created_at, id`,
  )
  const [first] = rows
  // The shops of an account are one company's.
  const tax = first ? await readTaxName(db, first.id) : null
  return rows.map((row) => merchantOf(row, tax))
}

type DetailRow = MerchantRow & {
  url: string | null
  created_at: Date
  live_on: Date | null
  ahead_ms: bigint | null
  rejection: string | null
  decided_at: Date | null
}

/** One shop in full. */
export const merchantDetail: Handler<'merchantDetail'> = async ({ db, caller, scope, params }) => {
  const row = await db.first<DetailRow>(
    sql`select ${merchantColumns}, url, created_at, live_on, (select c.ahead_ms from sandbox_clocks c where c.merchant_id = id) as ahead_ms,
      (select s.reason from shop_applications s where s.merchant_id = id and s.outcome = 'rejected') as rejection,
      (select s.decided_at from shop_applications s where s.merchant_id = id) as decided_at from merchants where id = ${scope.merchantId} and account_id = ${caller.accountId}`,
  )
  if (!row) throw notFound(params.merchantId)
  const { rejection: reason, decided_at: decidedAt } = row
  return {
    ...merchantOf(row, await readTaxName(db, row.id)),
    url: row.url,
    created: row.created_at.toISOString(),
    liveOn: row.live_on?.toISOString() ?? null,
    sandboxAheadMs: Number(row.ahead_ms ?? 0),
    rejection: caller.role === 'owner' && reason !== null && decidedAt !== null ? { reason, at: decidedAt.toISOString() } : null,
  }
}

type Location = { kind: 'operation' | 'checkout'; id: string; name: string; mode: 'live' | 'sandbox' }

/**
 * In which of the caller's shops and modes an operation or a link is. Reads the id tables, all of which is seen without a scope, limited to
 * the caller's shops: one query for any number of shops.
 */
export const objectWhereabouts: Handler<'objectWhereabouts'> = async ({ db, caller, params }) => {
  const objectId = idFrom(params.objectId)
  const ownShops = sql`m.account_id = ${caller.accountId} and m.id = any(${[...caller.merchantIds]}::uuid[])`
  const row = await db.first<Location>(sql`
    select 'operation' as kind, m.id, m.name, g.mode from unnest(enum_range(null::mode)) as known (mode) cross join merchants m
      join operation_trigrams g on g.merchant_id = m.id and g.mode = known.mode and g.operation_id = ${objectId}
    where ${ownShops}
    union all
    select 'checkout' as kind, m.id, m.name, d.mode from checkout_links d join merchants m on m.id = d.merchant_id where d.checkout_id = ${objectId} and ${ownShops}`)
  if (!row) throw notFound(params.objectId)
  return { kind: row.kind, merchantId: hexOf(row.id), merchantName: row.name, mode: row.mode }
}
