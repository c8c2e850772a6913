import { isNews, tellingOf, toldName, type Telling } from '#domain/sales/shopsApi/callback'
import { pluginStatus, type StatusReason, type Substatus, type SuspensionReason } from '#domain/sales/operations/lifecycle'
import { shopOrderOf, tillOrderOf, type ShopOrderFacts } from '#domain/sales/shopsApi/shopOrder'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { everNumbered } from '../operation/everNumbered.ts'

type Row = {
  kind: 'confirmation' | 'ipn'
  url: string
  acknowledged: string | null
  telling: string | null
  attempts: number
  telling_since: Date | null
  key_id: string
  account_id: string
  shop: string
  mid: string | null
  substatus: Substatus
  status_reason: StatusReason | null
  suspension_reason: SuspensionReason | null
  total_cents: bigint
  tax_rate_bps: number
  discount_cents: bigint
  discount_rate_bps: number
  created_at: Date
  verified_at: Date | null
  confirmed_at: Date | null
  expires_at: Date | null
  ended_at: Date | null
  other_lives: boolean
}

/** A shop's address for an order, what it has heard, and what is to be said now. */
export type Callback = {
  operationId: string
  kind: 'confirmation' | 'ipn'
  url: string
  acknowledged: string | null
  /** The state that is being told since when, and how often it was tried. */
  trying: { told: string; attempts: number; since: Date } | null
  /** The key that the order came with. */
  keyId: string
  accountId: string
  mid: string | null
  telling: Telling | null
  /** Another order that has or had the same number is alive: no `ko` may reach it. */
  otherLives: boolean
  body: string
}

/**
 * Whether that is to be said to the shop, which has taken note of `acknowledged`. A shop cancels by the order's number: another order that lives under it must
 * not die of this one's end.
 */
export function isToTell({ kind, telling, otherLives }: Callback, acknowledged: string | null): boolean {
  if (!telling || (kind === 'confirmation' && telling.told.status === 'ko' && otherLives)) return false
  return kind === 'ipn' ? acknowledged !== toldName(telling.told) : isNews(telling.told, acknowledged)
}

/** Reads all that a shop is told of an order, in one statement; undefined when it is not told anything. */
export async function readCallback(db: Connection, scope: Scope, operationId: string): Promise<Callback | undefined> {
  const row =
    await db.first<Row>(sql`select c.kind, c.url, c.acknowledged, c.telling, c.attempts, c.telling_since, s.key_id, m.account_id, o.mid,
      o.substatus, o.status_reason, o.suspension_reason, o.total_cents, s.tax_rate_bps, s.discount_cents, s.discount_rate_bps, o.created_at, o.verified_at,
      o.confirmed_at, o.expires_at, o.ended_at,
      exists (select from operations n where n.merchant_id = o.merchant_id and n.mode = o.mode and n.id in ${everNumbered(scope, sql`o.mid`)} and n.id <> o.id
        and n.category in ('in_process', 'accepted')) as other_lives
    from callbacks c
      join shop_orders s on s.merchant_id = c.merchant_id and s.mode = c.mode and s.operation_id = c.operation_id
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
      join merchants m on m.id = c.merchant_id
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${operationId}`)
  return row && callbackOf(scope, operationId, row)
}

function callbackOf({ mode }: Scope, operationId: string, row: Row): Callback {
  const state = { substatus: row.substatus, statusReason: row.status_reason, confirmedAt: row.confirmed_at, expiresAt: row.expires_at }
  const facts: ShopOrderFacts = {
    ...state,
    id: hexOf(operationId),
    mid: row.mid,
    sandbox: mode === 'sandbox',
    suspensionReason: row.suspension_reason,
    totalCents: Number(row.total_cents),
    taxRate: row.tax_rate_bps,
    discountCents: Number(row.discount_cents),
    discountRate: row.discount_rate_bps,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    endedAt: row.ended_at,
  }
  const order = shopOrderOf(facts)
  const isIpn = row.kind === 'ipn'
  return {
    operationId,
    kind: row.kind,
    url: row.url,
    acknowledged: row.acknowledged,
    trying:
      row.telling === null || row.telling_since === null ? null : { told: row.telling, attempts: row.attempts, since: row.telling_since },
    keyId: row.key_id,
    accountId: row.account_id,
    mid: row.mid,
    telling: isIpn ? { told: { status: pluginStatus(state), reason: order.status_reason }, from: null } : tellingOf(state),
    otherLives: row.other_lives,
    body: JSON.stringify(isIpn ? tillOrderOf(facts) : order),
  }
}
