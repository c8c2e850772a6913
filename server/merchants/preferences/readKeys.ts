import type { ApiKey } from '#contract/merchants/preferences'
import { isSilent, type KeyKind, keyStateAt } from '#domain/merchants/apiKey'
import type { KeyGrant, KeyRight } from '#domain/merchants/keyRights'
import { centsOrNull } from '#domain/platform/money'
import type { Handler } from '../../platform/calls/call.ts'
import { isDeactivated, personName } from '../../platform/calls/userConditions.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** The kind of key in a path. Refuses with ObjectNotFoundException an unknown one. */
export function kindOf(name: string): KeyKind {
  if (name === 'public' || name === 'private') return name
  throw notFound(name)
}

/** A stored key. */
export type StoredKey = {
  id: string
  kind: KeyKind
  publicKey: string | null
  lastFour: string
  createdAt: Date
  createdBy: string | null
  makerGone: boolean
  rights: KeyRight[]
  refundLimit: bigint | null
  refundDayLimit: bigint | null
  endsAt: Date | null
  revokedBy: string | null
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  lastUsedClient: string | null
  /** The start of the overlap: when its successor was created. */
  graceSince: Date | null
}

/** A key's rights, for its successor. */
export const grantOf = ({ rights, refundLimit, refundDayLimit }: StoredKey): KeyGrant => ({
  rights,
  refundLimitCents: centsOrNull(refundLimit),
  refundDayLimitCents: centsOrNull(refundDayLimit),
})

/** How many are listed; keys that ended long ago are left out. */
const maxKeys = 12

/** Keys of the shop that match `condition`, over `k` and `d`, newest first. */
export function readKeys(db: Connection, scope: Scope, now: Date, condition: Sql = sql`true`): Promise<StoredKey[]> {
  return db.rows<StoredKey>(sql`select k.id, k.kind, k.public_key as "publicKey", k.last_four as "lastFour", k.created_at as "createdAt", ${personName(sql`k.created_by`)} as "createdBy",
      ${isDeactivated(sql`k.created_by`, sql`k.merchant_id`, now)} as "makerGone", d.rights, k.refund_limit_cents as "refundLimit", k.refund_day_limit_cents as "refundDayLimit",
      d.ends_at as "endsAt", ${personName(sql`k.revoked_by`)} as "revokedBy", k.last_used_at as "lastUsedAt", k.last_used_from as "lastUsedFrom", k.last_used_client as "lastUsedClient",
      (select min(n.created_at) from api_keys n where n.merchant_id = k.merchant_id and n.mode = k.mode and n.kind = k.kind and n.created_at > k.created_at) as "graceSince"
    from api_keys k join api_key_lookups d on d.key_id = k.id
    where ${inScope(scope, 'k')} and d.merchant_id = k.merchant_id and d.mode = k.mode and ${condition}
    order by k.created_at desc, k.id desc limit ${maxKeys}`)
}

/** A key in the shape of the contract, at `now`. */
export const keyOf = (key: StoredKey, now: Date): ApiKey => ({
  id: hexOf(key.id),
  kind: key.kind,
  publicKey: key.publicKey,
  lastFour: key.lastFour,
  state: keyStateAt(key, now),
  created: key.createdAt.toISOString(),
  createdBy: key.createdBy,
  makerGone: key.makerGone,
  rights: key.rights,
  refundLimit: centsOrNull(key.refundLimit),
  refundDayLimit: centsOrNull(key.refundDayLimit),
  endsAt: key.endsAt?.toISOString() ?? null,
  revokedBy: key.revokedBy,
  lastUse: key.lastUsedAt && { at: key.lastUsedAt.toISOString(), from: key.lastUsedFrom, client: key.lastUsedClient },
  silent: isSilent({ lastUsedAt: key.lastUsedAt, since: key.graceSince ?? key.createdAt }, now),
})

/** The shop's keys in this mode, newest first: valid ones, and the most recent others. */
export const keyList: Handler<'keyList'> = async ({ db, scope, now }) => {
  const keys = await readKeys(db, scope, now)
  return { keys: keys.map((key) => keyOf(key, now)) }
}
