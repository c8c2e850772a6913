import { isNewReport, dueReport, reportName } from '#domain/sales/shopsApi/callback'
import { pluginStatus } from '#domain/sales/operations/lifecycle'
import { type ShopOrderFacts, shopOrderOf, tillOrderOf } from '#domain/sales/shopsApi/shopOrder'
import { pick } from '#domain/platform/pick'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { columnsAs, inScope, sql } from '../../platform/database/sql.ts'
import { idsByOrderNumber } from '../lifecycle/duplicates.ts'
import { queueCallback } from '../lifecycle/queueCallback.ts'
import { restart } from './attempts.ts'
import { operationIdOf, readHistory } from './view.ts'
import type { Callback } from './callback.ts'

const factFields = [
  ...(['mid', 'substatus', 'statusReason', 'suspensionReason'] as const),
  ...(['createdAt', 'verifiedAt', 'confirmedAt', 'expiresAt', 'endedAt'] as const),
] satisfies (keyof ShopOrderFacts)[]

const callbackFields = ['kind', 'url', 'acknowledged', 'keyId', 'accountId', 'otherLives'] as const satisfies (keyof Callback)[]

type Row = Pick<Callback, (typeof callbackFields)[number]> & {
  telling: string | null
  tellingSince: Date | null
  givenUpAt: Date | null
  totalCents: bigint
  taxRateBps: number
  discountCents: bigint
  discountRateBps: number
} & Pick<ShopOrderFacts, (typeof factFields)[number]>

/**
 * Whether the state is to be sent to the shop, which has acknowledged `acknowledged`. A shop cancels by order number: the end of this order must not cancel
 * another open order with the same number.
 */
export function shouldSend({ kind, pending, otherLives }: Callback, acknowledged: string | null): boolean {
  if (!pending || (kind === 'confirmation' && pending.report.status === 'ko' && otherLives)) return false
  return kind === 'ipn' ? acknowledged !== reportName(pending.report) : isNewReport(pending.report, acknowledged)
}

/** Reads everything that a callback needs, in one statement; undefined when the order has no callback. */
export async function readCallback(db: Connection, scope: Scope, operationId: string): Promise<Callback | undefined> {
  const row = await db.first<Row>(sql`select ${columnsAs('c', ['kind', 'url', 'acknowledged', 'telling', 'tellingSince', 'givenUpAt'])},
      ${columnsAs('s', ['keyId', 'taxRateBps', 'discountCents', 'discountRateBps'])}, ${columnsAs('o', [...factFields, 'totalCents'])}, m.account_id as "accountId",
      exists (select from operations n where n.merchant_id = o.merchant_id and n.mode = o.mode and n.id in ${idsByOrderNumber(scope, sql`o.mid`)} and n.id <> o.id
        and n.category in ('in_process', 'accepted')) as "otherLives"
    from callbacks c
      join shop_orders s on s.merchant_id = c.merchant_id and s.mode = c.mode and s.operation_id = c.operation_id
      join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
      join merchants m on m.id = c.merchant_id
    where ${inScope(scope, 'c')} and c.operation_id = ${operationId}`)
  return row && callbackOf(scope, operationId, row)
}

function callbackOf({ mode }: Scope, operationId: string, row: Row): Callback {
  const { telling, tellingSince } = row
  const facts: ShopOrderFacts = {
    ...pick(row, factFields),
    id: hexOf(operationId),
    sandbox: mode === 'sandbox',
    totalCents: Number(row.totalCents),
    taxRate: row.taxRateBps,
    discountCents: Number(row.discountCents),
    discountRate: row.discountRateBps,
  }
  const order = shopOrderOf(facts)
  const isIpn = row.kind === 'ipn'
  return {
    ...pick(row, callbackFields),
    operationId,
    trying: telling === null || tellingSince === null ? null : { report: telling, since: tellingSince },
    isGivenUp: row.givenUpAt !== null,
    mid: row.mid,
    pending: isIpn ? { report: { status: pluginStatus(row), reason: order.status_reason }, from: null } : dueReport(row),
    body: JSON.stringify(isIpn ? tillOrderOf(facts) : order),
  }
}

/**
 * Sends what the shop's server has not acknowledged now, instead of at the next attempt or never. Refuses with ResendNotAllowed when there is nothing to
 * send: an acknowledged state is not sent twice, and when an attempt would send nothing there is none.
 */
export const callbackRetry: Handler<'callbackRetry'> = async ({ db, scope, params, now, audit }) => {
  const operationId = await operationIdOf(db, scope, params.operationId)
  const { state, attempts } = await readHistory(db, scope, operationId, now)
  // What was never attempted is sent automatically, immediately or when due.
  const isTried = state === 'due' && attempts.length > 0
  const callback = await readCallback(db, scope, operationId)
  // A callback that was given up starts from the beginning, whatever was acknowledged before.
  const hasNews = callback !== undefined && shouldSend(callback, isTried ? callback.acknowledged : null)
  const again =
    hasNews && (isTried ? await retryNow(db, operationId, now) : state === 'given_up' && (await restartNow(db, scope, operationId)))
  if (!again) throw new Refusal('ResendNotAllowed', { why: 'told' })
  audit({ entity: 'operation', entityId: operationId, after: { callback: 'retry', attempts: attempts.length } })
  return readHistory(db, scope, operationId, now)
}

/** Makes a scheduled attempt due now; one that a worker has leased is being sent already. */
async function retryNow(db: Connection, operationId: string, now: Date): Promise<boolean> {
  const hurried = await db.run(sql`update outbox o set due_at = case when o.lease is null then least(o.due_at, ${now}) else o.due_at end
    where o.kind = 'order_callback' and o.subject = ${operationId} and o.state = 'pending'`)
  return hurried > 0
}

async function restartNow(db: Connection, scope: Scope, operationId: string): Promise<boolean> {
  const begun = await restart(db, scope, operationId)
  if (begun) await db.run(queueCallback(scope, [operationId]))
  return begun
}
