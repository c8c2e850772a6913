import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { inScope, sql } from '../database/sql.ts'
import { type Secrets, withAny } from '../config/secrets.ts'
import { isOnWebsite, originOf } from './keyOrigins.ts'
import { keyCipher } from './storedSecrets.ts'

export type PrivateKey = { keyId: string; token: string }

/** Stores an encrypted private key, unless it is stored, so that it can be sent to its own shop; without waiting. One that was given up is stored again. */
export function keepKey(db: Connection, scope: Scope, { keyId, token }: PrivateKey, [secret]: Secrets): void {
  const sealed = keyCipher.encrypt(secret, keyId, token)
  // `on conflict do update` would lock the row at every order.
  db.send(sql`insert into sealed_keys (merchant_id, mode, key_id, sealed) values (${scope.merchantId}, ${scope.mode}, ${keyId}, ${sealed})
    on conflict (merchant_id, mode, key_id) do nothing`)
  db.send(sql`update sealed_keys s set sealed = ${sealed} where ${inScope(scope, 's')} and s.key_id = ${keyId} and s.sealed = ''`)
}

/** `first`: the key with which the order was created; `url`: the order's callback URL. */
type Showing = { first: string; url: string; secrets: Secrets; now: Date }

/**
 * The valid private keys that may be sent to a callback URL: first the one of the order, then, by last use, those whose holders have used that origin or
 * the shop's website. Otherwise somebody with a stolen key could give their own URL and receive the key that replaces it. Keys that none of the secrets
 * decrypts are skipped.
 */
export async function keptKeys(db: Connection, scope: Scope, { first, url, secrets, now }: Showing): Promise<PrivateKey[]> {
  const rows = await db.rows<Row>(sql`select s.key_id, s.sealed, m.url as website, g.key_id is not null as was_said
    from sealed_keys s
      join merchants m on m.id = s.merchant_id
      join api_key_lookups d on d.key_id = s.key_id and d.kind = 'private' and (d.ends_at is null or d.ends_at > ${now})
      join api_keys k on k.merchant_id = s.merchant_id and k.mode = s.mode and k.id = s.key_id
      left join key_origins g on g.merchant_id = s.merchant_id and g.mode = s.mode and g.key_id = s.key_id and g.origin = ${originOf(url)}
    where ${inScope(scope, 's')}
    order by s.key_id = ${first} desc, k.last_used_at desc nulls last, k.created_at desc`)
  const mayBeShown = (row: Row) => row.key_id === first || row.was_said || isOnWebsite(url, row.website)
  return rows.filter(mayBeShown).flatMap(({ key_id: keyId, sealed }) => {
    const token = withAny(secrets, (secret) => keyCipher.decrypt(secret, keyId, sealed))
    return token === undefined ? [] : [{ keyId, token }]
  })
}
type Row = { key_id: string; sealed: Buffer; website: string | null; was_said: boolean }
