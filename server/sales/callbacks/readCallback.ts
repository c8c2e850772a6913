import { isNews, type Telling, tellingOf, toldName } from '#domain/sales/shopsApi/callback'
import { pluginStatus } from '#domain/sales/operations/lifecycle'
import { type ShopOrderFacts, shopOrderOf, tillOrderOf } from '#domain/sales/shopsApi/shopOrder'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { columnsAs, sql } from '../../platform/database/sql.ts'
import { everNumbered } from '../operation/duplicates.ts'
import { readHistory, told } from './view.ts'

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

const factFields = [
  ...(['mid', 'substatus', 'statusReason', 'suspensionReason'] as const),
  ...(['createdAt', 'verifiedAt', 'confirmedAt', 'expiresAt', 'endedAt'] as const),
] satisfies (keyof ShopOrderFacts)[]

type Row = Pick<Callback, 'kind' | 'url' | 'acknowledged' | 'keyId' | 'accountId' | 'otherLives'> & {
  telling: string | null
  attempts: number
  tellingSince: Date | null
  totalCents: bigint
  taxRateBps: number
  discountCents: bigint
  discountRateBps: number
} & Pick<ShopOrderFacts, (typeof factFields)[number]>

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
  const row = await db.first<Row>(sql`select ${columnsAs('c', ['kind', 'url', 'acknowledged', 'telling', 'attempts', 'tellingSince'])},
      ${columnsAs('s', ['keyId', 'taxRateBps', 'discountCents', 'discountRateBps'])}, ${columnsAs('o', [...factFields, 'totalCents'])}, m.account_id as "accountId",
      exists (select from operations n where n.merchant_id = o.merchant_id and n.mode = o.mode and n.id in ${everNumbered(scope, sql`o.mid`)} and n.id <> o.id
        and n.category in ('in_process', 'accepted')) as "otherLives"
    from callbacks c
      join shop_orders s on s.merchant_id = c.merchant_id and s.mode = c.mode and s.operation_id = c.operation_id
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
      join merchants m on m.id = c.merchant_id
    where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.operation_id = ${operationId}`)
  return row && callbackOf(scope, operationId, row)
}

function callbackOf({ mode }: Scope, operationId: string, row: Row): Callback {
  const { kind, url, acknowledged, keyId, accountId, otherLives, telling, attempts, tellingSince, ...rest } = row
  const { totalCents, taxRateBps, discountCents, discountRateBps, ...state } = rest
  const facts: ShopOrderFacts = {
    ...state,
    id: hexOf(operationId),
    sandbox: mode === 'sandbox',
    totalCents: Number(totalCents),
    taxRate: taxRateBps,
    discountCents: Number(discountCents),
    discountRate: discountRateBps,
  }
  const order = shopOrderOf(facts)
  const isIpn = kind === 'ipn'
  return {
    operationId,
    kind,
    url,
    acknowledged,
    trying: telling === null || tellingSince === null ? null : { told: telling, attempts, since: tellingSince },
    keyId,
    accountId,
    mid: state.mid,
    telling: isIpn ? { told: { status: pluginStatus(state), reason: order.status_reason }, from: null } : tellingOf(state),
    otherLives,
    body: JSON.stringify(isIpn ? tillOrderOf(facts) : order),
  }
}

/**
 * Tells the shop's server now what it has not taken note of, instead of at the next try or never. Refuses with ResendNotAllowed when there is nothing
 * to tell: a state that it took is not told twice, and where a try would tell it nothing there is none.
 */
export const callbackRetry: Handler<'callbackRetry'> = async ({ db, scope, params, now, audit }) => {
  const operationId = await told(db, scope, params.operationId)
  const { state, attempts } = await readHistory(db, scope, operationId, now)
  // What was never tried is told by itself, at once or when its time is there.
  const isTried = state === 'due' && attempts.length > 0
  const callback = await readCallback(db, scope, operationId)
  // Whoever was given up is told from the beginning, whatever they took note of before.
  const hasNews = callback !== undefined && isToTell(callback, isTried ? callback.acknowledged : null)
  const again =
    hasNews && (isTried ? await hurry(db, scope, operationId, now) : state === 'given_up' && (await begin(db, scope, operationId, now)))
  if (!again) throw new Refusal('ResendNotAllowed', { why: 'told' })
  audit({ entity: 'operation', entityId: operationId, after: { callback: 'retry', attempts: attempts.length } })
  return readHistory(db, scope, operationId, now)
}

/** One that is in a worker's hands is being told already. */
async function hurry(db: Connection, { merchantId, mode }: Scope, operationId: string, now: Date): Promise<boolean> {
  const hurried = await db.run(sql`update callback_dues d set due_at = least(d.due_at, ${now})
    where d.merchant_id = ${merchantId} and d.mode = ${mode} and d.operation_id = ${operationId}`)
  return hurried > 0
}

/** From the beginning: whatever it took note of before it fell silent, it is told how the order stands now. */
async function begin(db: Connection, { merchantId, mode }: Scope, operationId: string, now: Date): Promise<boolean> {
  const begun =
    await db.run(sql`update callbacks c set acknowledged = null, telling = null, telling_since = null, attempts = 0, given_up_at = null
    where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.operation_id = ${operationId} and c.given_up_at is not null`)
  if (begun > 0)
    await db.run(sql`insert into callback_dues as d (merchant_id, mode, operation_id, due_at) values (${merchantId}, ${mode}, ${operationId}, ${now})
      on conflict (merchant_id, mode, operation_id) do update set due_at = excluded.due_at, version = d.version + 1`)
  return begun > 0
}
