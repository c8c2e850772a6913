import type { ConsoleShopDetail } from '#contract/provider/merchants'
import { madridDay, addDays } from '#domain/platform/dates'
import { readTerms } from '../../merchants/merchants/configuration.ts'
import { readBalance } from '../../money/settlements/view.ts'
import type { ConsoleHandler, ConsoleHandlerCall } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { hostOf } from './accountList.ts'

/** A shop of an account by both ids: one that belongs to another account is not found. */
export async function shopOf(
  db: Connection,
  { accountId, merchantId }: { accountId: string; merchantId: string },
): Promise<{ id: string; accountId: string; name: string; status: string }> {
  const ids = { account: idFrom(accountId), shop: idFrom(merchantId) }
  const shop = await db.first<{ name: string; status: string }>(
    sql`select m.name, m.status from merchants m where m.id = ${ids.shop} and m.account_id = ${ids.account}`,
  )
  if (!shop) throw notFound(merchantId)
  return { id: ids.shop, accountId: ids.account, ...shop }
}

/** A shop's money, terms and connections, read within the scopes of the shop. */
export const consoleShop: ConsoleHandler<'consoleShop'> = async ({ db, params, services, now }: ConsoleHandlerCall<'consoleShop'>) => {
  const { id } = await shopOf(db, params)
  const live = mintScope(id, 'live')
  const sandbox = mintScope(id, 'sandbox')
  const { database } = services
  const money = await database.read(live, async (shopDb) => ({
    balance: await readBalance(shopDb, live, now),
    arrears: await readArrears(shopDb, live),
    lately: await readLately(shopDb, live, now),
    terms: await readTerms(shopDb, live, now),
  }))
  const connections = [
    await database.read(live, (shopDb) => readConnections(shopDb, live, now)),
    await database.read(sandbox, (shopDb) => readConnections(shopDb, sandbox, now)),
  ]
  return { ...money, keys: connections.flatMap(({ keys }) => keys), webhooks: connections.flatMap(({ webhooks }) => webhooks) }
}

async function readArrears(db: Connection, scope: Scope): Promise<ConsoleShopDetail['arrears']> {
  const row = await db.first<{
    operations: number
    cents: string
  }>(sql`select count(distinct i.operation_id)::integer as operations, coalesce(sum(i.amount_cents), 0) as cents
    from instalments i where ${inScope(scope, 'i')} and i.state = 'overdue'`)
  return { operations: row?.operations ?? 0, amount: Number(row?.cents ?? 0) }
}

/** Days that the plot shows. */
const latelyDays = 30

const readLately = async (db: Connection, scope: Scope, now: Date): Promise<ConsoleShopDetail['lately']> =>
  (
    await db.rows<{
      on: string
      asked: bigint
      accepted: bigint
    }>(sql`select d.on::date as on, coalesce(sum(c.operations), 0)::bigint as asked,
        coalesce(sum(c.operations) filter (where c.substatus like 'payment_%'), 0)::bigint as accepted
      from generate_series(${addDays(madridDay(now), 1 - latelyDays)}::date, ${madridDay(now)}::date, interval '1 day') as d ("on")
        left join operation_counters c on ${inScope(scope, 'c')} and c.day = d.on::date
      group by 1 order by 1`)
  ).map(({ on, asked, accepted }) => ({ on, asked: Number(asked), accepted: Number(accepted) }))

type KeyRow = {
  id: string
  kind: 'public' | 'private'
  last_four: string
  created_at: Date
  last_used_at: Date | null
  client: string | null
}
type WebhookRow = {
  id: string
  url: string
  failing_since: Date | null
  off_at: Date | null
  off_reason: ConsoleShopDetail['webhooks'][number]['offReason']
  waiting: number
  delivered_at: Date | null
}

/** Keys in force and webhooks of one mode. */
async function readConnections(db: Connection, scope: Scope, now: Date): Promise<Pick<ConsoleShopDetail, 'keys' | 'webhooks'>> {
  const keys =
    await db.rows<KeyRow>(sql`select k.id, k.kind, k.last_four, k.created_at, k.last_used_at, coalesce(k.last_used_plugin, k.last_used_client) as client
    from api_keys k join api_key_lookups d on d.key_id = k.id
    where ${inScope(scope, 'k')} and (d.ends_at is null or d.ends_at > ${now}) order by k.created_at, k.id`)
  const webhooks = await db.rows<WebhookRow>(sql`select w.id, w.url, w.failing_since, w.off_at, w.off_reason,
      (select count(*)::integer from outbox q where q.group_id = w.id and q.state = 'pending') as waiting,
      (select d.tried_at from webhook_deliveries d where d.merchant_id = w.merchant_id and d.mode = w.mode and d.webhook_id = w.id and d.state = 'delivered'
        order by d.queued_at desc, d.id desc limit 1) as delivered_at
    from webhooks w where ${inScope(scope, 'w')} order by w.created_at, w.id`)
  return { keys: keys.map((row) => keyOf(row, scope.mode)), webhooks: webhooks.map((row) => webhookOf(row, scope.mode)) }
}

const keyOf = (row: KeyRow, mode: Mode): ConsoleShopDetail['keys'][number] => ({
  id: hexOf(row.id),
  mode,
  kind: row.kind,
  lastFour: row.last_four,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedClient: row.client,
})

const webhookOf = (row: WebhookRow, mode: Mode): ConsoleShopDetail['webhooks'][number] => ({
  id: hexOf(row.id),
  mode,
  host: hostOf(row.url) ?? row.url,
  failingSince: row.failing_since?.toISOString() ?? null,
  offAt: row.off_at?.toISOString() ?? null,
  offReason: row.off_reason,
  waiting: row.waiting,
  lastDeliveredAt: row.delivered_at?.toISOString() ?? null,
})
