import { describeKey, keyStateAt, type KeyKind } from '#domain/merchants/apiKey'
import type { KeyRight } from '#domain/merchants/keyRights'
import type { Plugin } from '#domain/merchants/plugin'
import type { Database } from '../database/database.ts'
import { mintScope, type Mode } from '../database/scope.ts'
import { inScope, sql } from '../database/sql.ts'
import { openAccount } from '../database/openAccount.ts'
import { keyHash } from './issueKey.ts'

/** A valid key. `merchantId`, `mode` and `kind` are the key's own, whatever the call asks for; `relationEnded`: it may only read. */
export type OpenKey = {
  keyId: string
  merchantId: string
  accountId: string
  mode: Mode
  kind: KeyKind
  /** What a private key may do besides reading. */
  rights: readonly KeyRight[]
  relationEnded?: true
}

/** The stored origin of a call: a network prefix or a page's host, the client's name, and its plugin. */
type KeyUse = { from: string | null; client: string | null; plugin?: Plugin | null }

export type Keyring = {
  /**
   * The key of a call; null when it is malformed, unknown, expired or revoked. Keys are cached for one second, so a revoked key stops working within a
   * second; expiry is checked on every call. `use`: stored as its last use, at most every 20 s.
   */
  byToken(token: string, use?: KeyUse): Promise<OpenKey | null>
}

const cacheMs = 1_000
const recordEveryMs = 20_000
const maxCached = 10_000

type Row = {
  key_id: string
  merchant_id: string
  mode: Mode
  kind: KeyKind
  rights: KeyRight[]
  ends_at: Date | null
  account_id: string
  relation_ended: boolean
}
type CachedKey = { open: OpenKey; endsAt: Date | null; readAt: number }

type KeyringServices = { config: { demo: boolean }; database: Database; now: () => Date }

/** The keys of all shops, for authentication. Caches hashes, never keys. */
export function makeKeyring({ config, database, now }: KeyringServices): Keyring {
  const cache = new Map<string, CachedKey>()
  const recordedAt = new Map<string, number>()

  async function loadKey(hash: Buffer): Promise<CachedKey | null> {
    const name = hash.toString('base64')
    const cached = cache.get(name)
    if (cached && performance.now() - cached.readAt < cacheMs) return cached
    const row = await database.read(null, (db) =>
      db.first<Row>(sql`select d.key_id, d.merchant_id, d.mode, d.kind, d.rights, d.ends_at, m.account_id, a.relation_ended_on is not null as relation_ended
        from api_key_lookups d join merchants m on m.id = d.merchant_id join accounts a on a.id = m.account_id and ${openAccount(config)} where d.key_hash = ${hash}`),
    )
    if (cache.size >= maxCached) cache.clear()
    if (!row) {
      cache.delete(name)
      return null
    }
    const open: OpenKey = {
      keyId: row.key_id,
      merchantId: row.merchant_id,
      accountId: row.account_id,
      mode: row.mode,
      kind: row.kind,
      rights: row.rights,
      ...(row.relation_ended && { relationEnded: true }),
    }
    const entry = { open, endsAt: row.ends_at, readAt: performance.now() }
    cache.set(name, entry)
    return entry
  }

  async function recordUse({ keyId, merchantId, mode }: OpenKey, { from, client, plugin = null }: KeyUse): Promise<void> {
    const at = now()
    if (at.getTime() - (recordedAt.get(keyId) ?? -Infinity) < recordEveryMs) return
    if (recordedAt.size >= maxCached) recordedAt.clear()
    recordedAt.set(keyId, at.getTime())
    const scope = mintScope(merchantId, mode)
    await database.write(scope, (db) =>
      db.run(sql`update api_keys k set last_used_at = ${at}, last_used_from = ${from}, last_used_client = ${client},
          last_used_plugin = ${plugin && [plugin.platform, plugin.version].filter(Boolean).join(' ')}
        where ${inScope(scope, 'k')} and k.id = ${keyId} and (k.last_used_at is null or k.last_used_at < ${at})`),
    )
  }

  return {
    async byToken(token, use) {
      if (describeKey(token) === null) return null
      const found = await loadKey(keyHash(token))
      if (!found || keyStateAt(found, now()) === 'revoked') return null
      if (use) await recordUse(found.open, use)
      return found.open
    },
  }
}
