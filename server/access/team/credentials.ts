import type { TeamCredentials } from '#contract/access/team'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { withPreparation, type CallBeforeTransaction } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'

type Place = { shop: string; created_at: Date; id: string }
type KeyRow = Place & { kind: 'public' | 'private'; last_four: string; last_used_at: Date | null }
type WebhookRow = Place & { url: string }

/**
 * A person's API keys and webhooks that keep working without them. Read shop by shop because of row-level security. Answers not found for a
 * person of another account.
 */
export const teamCredentials = withPreparation<'teamCredentials', TeamCredentials>(
  async (call) => {
    const userId = await memberId(call)
    const credentials: TeamCredentials = { keys: [], webhooks: [] }
    for (const merchantId of call.caller.merchantIds)
      for (const mode of ['live', 'sandbox'] as const) {
        const scope = mintScope(merchantId, mode)
        const ofShop = await call.services.database.read(scope, (db) => madeBy(db, scope, userId, call.now))
        credentials.keys.push(...ofShop.keys)
        credentials.webhooks.push(...ofShop.webhooks)
      }
    return credentials
  },
  (_call, found) => Promise.resolve(found),
)

async function memberId({ services, caller, params }: CallBeforeTransaction<'teamCredentials'>): Promise<string> {
  const id = uuidOf(params.userId)
  const member = await services.database.read(null, (db) =>
    db.first(sql`select from memberships u where u.user_id = ${id ?? null}::uuid and u.account_id = ${caller.accountId}`),
  )
  if (id === undefined || !member) throw notFound(params.userId)
  return id
}

async function madeBy(db: Connection, scope: Scope, userId: string, now: Date): Promise<TeamCredentials> {
  const [keys, webhooks] = await Promise.all([
    db.rows<KeyRow>(sql`select k.id, m.name as shop, k.kind, k.last_four, k.created_at, k.last_used_at
      from api_keys k join api_key_lookups d on d.key_id = k.id join merchants m on m.id = k.merchant_id
      where ${inScope(scope, 'k')} and k.created_by = ${userId} and (d.ends_at is null or d.ends_at > ${now})
      order by k.created_at desc, k.id`),
    db.rows<WebhookRow>(sql`select w.id, m.name as shop, w.url, w.created_at from webhooks w join merchants m on m.id = w.merchant_id
      where ${inScope(scope, 'w')} and w.created_by = ${userId} and w.off_at is null order by w.created_at desc, w.id`),
  ])
  const placeOf = (row: Place) => ({
    id: hexOf(row.id),
    merchant: { id: hexOf(scope.merchantId), name: row.shop },
    mode: scope.mode,
    created: row.created_at.toISOString(),
  })
  return {
    keys: keys.map((row) => ({
      ...placeOf(row),
      kind: row.kind,
      lastFour: row.last_four,
      lastUsed: row.last_used_at?.toISOString() ?? null,
    })),
    webhooks: webhooks.map((row) => ({ ...placeOf(row), url: row.url })),
  }
}
