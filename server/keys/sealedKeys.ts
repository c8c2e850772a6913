import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Scope } from '../db/scope.ts'
import { openKey, sealKey } from './sealedKey.ts'

export type PrivateKey = { keyId: string; token: string }

/** Keeps a private key so that it can be said back to its own shop (the shops' API §9); once is enough. Without waiting. */
export function keepKey(db: Connection, scope: Scope, { keyId, token }: PrivateKey, secret: string): void {
  db.send(sql`insert into sealed_keys (merchant_id, mode, key_id, sealed) values (${scope.merchantId}, ${scope.mode}, ${keyId}, ${sealKey(secret, keyId, token)})
    on conflict (merchant_id, mode, key_id) do nothing`)
}

/**
 * The private keys that a shop may know us by, none that has ended: first the one that is asked for, then by their last use. One that was sealed
 * under an earlier secret is passed over.
 */
export async function keptKeys(
  db: Connection,
  scope: Scope,
  { first, secret, now }: { first: string; secret: string; now: Date },
): Promise<PrivateKey[]> {
  const rows = await db.rows<{ key_id: string; sealed: Buffer }>(sql`select s.key_id, s.sealed from sealed_keys s
      join api_key_doors d on d.key_id = s.key_id and d.kind = 'private' and (d.ends_at is null or d.ends_at > ${now})
      join api_keys k on k.merchant_id = s.merchant_id and k.mode = s.mode and k.id = s.key_id
    where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode}
    order by s.key_id = ${first} desc, k.last_used_at desc nulls last, k.created_at desc`)
  return rows.flatMap(({ key_id: keyId, sealed }) => {
    const token = openKey(secret, keyId, sealed)
    return token === undefined ? [] : [{ keyId, token }]
  })
}
