import { randomBytes } from 'node:crypto'
import { keyFrom, type KeyKind } from '#domain/merchants/apiKey'
import { wholeGrant, type KeyGrant } from '#domain/merchants/keyRights'
import type { Connection } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import type { Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import { keyHash } from './keyHash.ts'
import { keepKey } from './sealedKeys.ts'

export type IssuedKey = { id: string; /** The whole key; nobody can read a private one again. */ token: string }

/** `by`: who asked for it; `secret`: under which a private key is kept, to be said back to its shop; `grant`: what a private key may do, everything unless said. */
export type Issuing = { kind: KeyKind; by: string; secret: string; grant?: KeyGrant; now: Date }

/** Makes a key of a shop and mode, without end, in the caller's transaction and without waiting. */
export function issueKey(db: Connection, scope: Scope, { kind, by, secret, grant = wholeGrant, now }: Issuing): IssuedKey {
  const id = newId(now)
  const token = keyFrom(kind, scope.mode, randomBytes(64))
  db.send(sql`insert into api_keys (merchant_id, mode, id, kind, public_key, last_four, created_at, created_by, refund_limit_cents, refund_day_limit_cents)
    values (${scope.merchantId}, ${scope.mode}, ${id}, ${kind}, ${kind === 'public' ? token : null}, ${token.slice(-4)}, ${now}, ${by},
      ${grant.refundLimitCents}, ${grant.refundDayLimitCents})`)
  db.send(sql`insert into api_key_doors (key_hash, merchant_id, mode, key_id, kind, rights)
    values (${keyHash(token)}, ${scope.merchantId}, ${scope.mode}, ${id}, ${kind}, ${kind === 'private' ? [...grant.rights] : []}::text[])`)
  if (kind === 'private') keepKey(db, scope, { keyId: id, token }, secret)
  return { id, token }
}
