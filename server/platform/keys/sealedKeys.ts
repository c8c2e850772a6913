import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import { isOnWebsite, originOf } from './keyOrigins.ts'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
const cipherKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'keys of shops', 32))

/** A private key as it rests: AES-256-GCM under a secret outside the database, bound to the key's id, so that a row copied to another key opens nothing. */
export function sealKey(secret: string, keyId: string, token: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(secret), nonce).setAAD(Buffer.from(keyId))
  return Buffer.concat([nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The key; undefined when it was sealed under another secret or for another key, or changed since. */
export function openKey(secret: string, keyId: string, sealed: Buffer): string | undefined {
  try {
    const cipher = createDecipheriv(algorithm, cipherKey(secret), sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(keyId))
    cipher.setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes, -tagBytes)), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

export type PrivateKey = { keyId: string; token: string }

/** Keeps a private key so that it can be said back to its own shop; once is enough. Without waiting. */
export function keepKey(db: Connection, scope: Scope, { keyId, token }: PrivateKey, secret: string): void {
  db.send(sql`insert into sealed_keys (merchant_id, mode, key_id, sealed) values (${scope.merchantId}, ${scope.mode}, ${keyId}, ${sealKey(secret, keyId, token)})
    on conflict (merchant_id, mode, key_id) do nothing`)
}

/** `first`: the key that an order came with; `url`: where its shop wants to hear of it. */
type Showing = { first: string; url: string; secret: string; now: Date }

/**
 * The private keys that may be shown at an address, none that has ended: first the one that the order came with, then by their last use those which
 * the shop would show there itself. Whoever stole a key says an address of their own, and must not be told the key that takes its place. One that was
 * sealed under an earlier secret is passed over.
 */
export async function keptKeys(db: Connection, scope: Scope, { first, url, secret, now }: Showing): Promise<PrivateKey[]> {
  const rows = await db.rows<Row>(sql`select s.key_id, s.sealed, m.url as website, g.key_id is not null as was_said
    from sealed_keys s
      join merchants m on m.id = s.merchant_id
      join api_key_doors d on d.key_id = s.key_id and d.kind = 'private' and (d.ends_at is null or d.ends_at > ${now})
      join api_keys k on k.merchant_id = s.merchant_id and k.mode = s.mode and k.id = s.key_id
      left join key_origins g on g.merchant_id = s.merchant_id and g.mode = s.mode and g.key_id = s.key_id and g.origin = ${originOf(url)}
    where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode}
    order by s.key_id = ${first} desc, k.last_used_at desc nulls last, k.created_at desc`)
  const mayBeShown = (row: Row) => row.key_id === first || row.was_said || isOnWebsite(url, row.website)
  return rows.filter(mayBeShown).flatMap(({ key_id: keyId, sealed }) => {
    const token = openKey(secret, keyId, sealed)
    return token === undefined ? [] : [{ keyId, token }]
  })
}
type Row = { key_id: string; sealed: Buffer; website: string | null; was_said: boolean }
