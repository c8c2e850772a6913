import { hash, randomBytes } from 'node:crypto'
import { keyFrom, type KeyKind } from '#domain/merchants/apiKey'
import { type KeyGrant, fullGrant } from '#domain/merchants/keyRights'
import type { Connection, Database } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import type { Secrets } from '../config/secrets.ts'
import { inScope, sql } from '../database/sql.ts'
import { keepKey } from './sealedKeys.ts'

/** The stored hash of a key. Without salt: keys are looked up by it, and 190 random bits cannot be guessed. */
export const keyHash = (token: string): Buffer => hash('sha256', token, 'buffer')

export type IssuedKey = { id: string; /** The whole key; a private one cannot be read again. */ token: string }

/** `by`: the user who requested it, null for the provider; `secrets`: encrypt the copy of a private key for its shop; `grant`: rights of a private key, all by default. */
type Issuing = { kind: KeyKind; by: string | null; secrets: Secrets; grant?: KeyGrant; now: Date }

/** Issues a key for a shop and mode, without an expiry, in the caller's transaction and without waiting. */
export function issueKey(db: Connection, scope: Scope, { kind, by, secrets, grant = fullGrant, now }: Issuing): IssuedKey {
  const id = newId(now)
  const token = keyFrom(kind, scope.mode, randomBytes(64))
  db.send(sql`insert into api_keys (merchant_id, mode, id, kind, public_key, last_four, created_at, created_by, refund_limit_cents, refund_day_limit_cents)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${kind}, ${kind === 'public' ? token : null}, ${token.slice(-4)}, ${now}, ${by},
      ${grant.refundLimitCents}, ${grant.refundDayLimitCents})`)
  db.send(sql`insert into api_key_lookups (key_hash, merchant_id, mode, key_id, kind, rights)
    values (${keyHash(token)}, ${scope.merchantId}, ${scope.mode}, ${id}, ${kind}, ${kind === 'private' ? [...grant.rights] : []}::text[])`)
  if (kind === 'private') keepKey(db, scope, { keyId: id, token }, secrets)
  return { id, token }
}

type Ended = { key_id: string; merchant_id: string; mode: Mode }

/** Deletes the sealed copy of every private key that has ended; returns the number of keys. */
export async function deleteOldKeys({ database, now }: { database: Database; now: () => Date }): Promise<number> {
  for (let count = 0; ; count += 1) {
    const ended = await database.read(null, (db) =>
      db.first<Ended>(sql`select d.key_id, d.merchant_id, d.mode from api_key_lookups d
        where d.kind = 'private' and d.ends_at <= ${now()} and d.forgotten_at is null order by d.ends_at limit 1`),
    )
    if (!ended) return count
    const { key_id: keyId, merchant_id: merchantId, mode } = ended
    const scope = mintScope(merchantId, mode)
    await database.write(scope, async (db) => {
      db.send(sql`delete from sealed_keys s where ${inScope(scope, 's')} and s.key_id = ${keyId}`)
      await db.run(sql`update api_key_lookups d set forgotten_at = ${now()} where d.key_id = ${keyId}`)
    })
  }
}
