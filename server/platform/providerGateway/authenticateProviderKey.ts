import type { FastifyRequest } from 'fastify'
import { networkOf } from '#domain/merchants/keyUse'
import { isProviderKey, type ProviderScope } from '#domain/provider/providerScopes'
import type { Services } from '../calls/call.ts'
import type { ProviderKeyCaller } from '../calls/providerHandler.ts'
import { Refusal } from '../calls/refusal.ts'
import { sql } from '../database/sql.ts'
import { bearerOf } from '../gateway/bearerOf.ts'
import { keyHash } from '../keys/issueKey.ts'

type Row = { id: string; name: string; scopes: ProviderScope[]; created_by: string; here: boolean; used_lately: boolean }

/** How often the use of a key is written. */
const useWriteMs = 60_000

/**
 * The key in the Authorization header, read anew for each call: a revoked one is refused at once. `here`: whether it is accepted from the caller's network.
 * Refuses with UnauthorizedException what is no key of the provider's own systems.
 */
export async function authenticateProviderKey(
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  { database, wallClock }: Pick<Services, 'database' | 'wallClock'>,
): Promise<{ key: ProviderKeyCaller; here: boolean }> {
  const token = bearerOf(request)
  if (!isProviderKey(token)) throw new Refusal('UnauthorizedException')
  const now = wallClock()
  const ip = request.ip.replace(/^::ffff:(?=\d)/i, '')
  const row = await database.read(null, (db) =>
    db.first<Row>(sql`select k.id, k.name, k.scopes, k.created_by, k.networks = '{}' or ${ip}::inet <<= any(k.networks) as here,
        coalesce(k.last_used_at > ${new Date(now.getTime() - useWriteMs)}, false) as used_lately
      from provider_keys k where k.key_hash = ${keyHash(token)} and k.revoked_at is null`),
  )
  if (!row) throw new Refusal('UnauthorizedException')
  if (row.here && !row.used_lately)
    await database.write(null, (db) =>
      db.run(sql`update provider_keys set last_used_at = ${now}, last_used_from = ${networkOf(ip)} where id = ${row.id}`),
    )
  return { key: { providerKeyId: row.id, name: row.name, scopes: new Set(row.scopes), createdBy: row.created_by }, here: row.here }
}
