import { describeKey, keyStateAt, type KeyKind } from '#domain/merchants/apiKey'
import type { KeyRight } from '#domain/merchants/keyRights'
import type { Plugin } from '#domain/merchants/plugin'
import type { Database } from '../database/database.ts'
import { mintScope, type Mode } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import { openAccount } from '../database/openAccount.ts'
import { keyHash } from './issueKey.ts'

/** What a key opens. `merchantId`, `mode` and `kind` are the key's own, whatever the call asks for; `relationEnded`: it reads, and changes nothing any more. */
export type OpenKey = {
  keyId: string
  merchantId: string
  accountId: string
  mode: Mode
  kind: KeyKind
  /** What a private key may do beside reading. */
  rights: readonly KeyRight[]
  relationEnded?: true
}

/** From where a call came, as it may be kept: a network or a page's host, a program's name, and the plugin behind it. */
type KeyUse = { from: string | null; client: string | null; plugin?: Plugin | null }

export type Keyring = {
  /**
   * The key of a call; null when it is none, unknown, ended or revoked. What the database said is trusted for one second, so a revoked key is
   * dead within it; the end of an overlap is told by the clock itself. `use`: noted as its last use, at most every 20 s.
   */
  byToken(token: string, use?: KeyUse): Promise<OpenKey | null>
}

const cacheMs = 1_000
const noteEveryMs = 20_000
const mostKnown = 10_000

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
type Known = { open: OpenKey; endsAt: Date | null; readAt: number }

type KeyringServices = { config: { demo: boolean }; database: Database; now: () => Date }

/** The keys of all shops, for whoever lets callers in. Holds hashes, never keys. */
export function makeKeyring({ config, database, now }: KeyringServices): Keyring {
  const known = new Map<string, Known>()
  const notedAt = new Map<string, number>()

  async function look(hash: Buffer): Promise<Known | null> {
    const name = hash.toString('base64')
    const cached = known.get(name)
    if (cached && performance.now() - cached.readAt < cacheMs) return cached
    const row = await database.read(null, (db) =>
      db.first<Row>(sql`select d.key_id, d.merchant_id, d.mode, d.kind, d.rights, d.ends_at, m.account_id, a.relation_ended_on is not null as relation_ended
        from api_key_doors d join merchants m on m.id = d.merchant_id join accounts a on a.id = m.account_id and ${openAccount(config)} where d.key_hash = ${hash}`),
    )
    if (known.size >= mostKnown) known.clear()
    if (!row) {
      known.delete(name)
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
    const found = { open, endsAt: row.ends_at, readAt: performance.now() }
    known.set(name, found)
    return found
  }

  async function note({ keyId, merchantId, mode }: OpenKey, { from, client, plugin = null }: KeyUse): Promise<void> {
    const at = now()
    if (at.getTime() - (notedAt.get(keyId) ?? -Infinity) < noteEveryMs) return
    if (notedAt.size >= mostKnown) notedAt.clear()
    notedAt.set(keyId, at.getTime())
    await database.write(mintScope(merchantId, mode), (db) =>
      db.run(sql`update api_keys k set last_used_at = ${at}, last_used_from = ${from}, last_used_client = ${client},
          last_used_plugin = ${plugin && [plugin.platform, plugin.version].filter(Boolean).join(' ')}
        where k.merchant_id = ${merchantId} and k.mode = ${mode} and k.id = ${keyId} and (k.last_used_at is null or k.last_used_at < ${at})`),
    )
  }

  return {
    async byToken(token, use) {
      if (describeKey(token) === null) return null
      const found = await look(keyHash(token))
      if (!found || keyStateAt(found, now()) === 'revoked') return null
      if (use) await note(found.open, use)
      return found.open
    },
  }
}
