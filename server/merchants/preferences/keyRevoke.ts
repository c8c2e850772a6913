import { keyStateAt } from '#domain/merchants/apiKey'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { lockKeys } from './lockKeys.ts'
import { readKeys } from './readKeys.ts'
import { tellOfKey } from './tellOfKey.ts'

/** Ends a key at once, after a fresh password; owners are told. Refuses with StepUpRequired, or KeyEnded what has ended already. */
export const keyRevoke: Handler<'keyRevoke'> = async ({ db, scope, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  lockKeys(db, scope)
  const id = uuidOf(params.keyId)
  const [key] = id === undefined ? [] : await readKeys(db, scope, now, sql`k.id = ${id}`)
  if (!key) throw notFound(params.keyId)
  const state = keyStateAt(key, now)
  if (state === 'revoked') throw new Refusal('KeyEnded')
  db.send(sql`update api_key_doors set ends_at = ${now} where key_id = ${key.id}`)
  db.send(sql`update api_keys k set revoked_at = ${now}, revoked_by = ${caller.userId}
    where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode} and k.id = ${key.id}`)
  tellOfKey(db, scope, { keyId: key.id, news: 'revoked', overlapEndsAt: null, now })
  audit({ entity: 'api_key', entityId: key.id, before: { state, lastFour: key.lastFour }, after: { state: 'revoked' } })
  return undefined
}
