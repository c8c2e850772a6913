import { keyStateAt } from '#domain/merchants/apiKey'
import { wholeGrant } from '#domain/merchants/keyRights'
import { sql } from '../../platform/database/sql.ts'
import { assertMayHandOut } from '../../platform/calls/assertMayHandOut.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { issueKey } from '../../platform/keys/issueKey.ts'
import { kindOf } from './kindOf.ts'
import { lockKeys } from './lockKeys.ts'
import { grantOf, keyOf, readKeys } from './readKeys.ts'
import { tellOfKey } from './tellOfKey.ts'

/**
 * Ends every key of a kind in this moment and makes a new one that holds what the last of them did, after a fresh password; owners are told of each.
 * Refuses with StepUpRequired, or PermissionDenied whoever does not hold all of that themselves: they may still revoke.
 */
export const keyLeaked: Handler<'keyLeaked'> = async ({ db, scope, caller, params, services, now, audit }) => {
  const kind = kindOf(params.kind)
  await requireStepUp(db, caller, now)
  lockKeys(db, scope)
  const working = (await readKeys(db, scope, now, sql`k.kind = ${kind}`)).filter((key) => keyStateAt(key, now) !== 'revoked')
  const grant = working[0] ? grantOf(working[0]) : wholeGrant
  if (kind === 'private') await assertMayHandOut(db, caller, scope.mode, grant.rights)
  for (const { id, lastFour } of working) {
    db.send(sql`update api_key_doors set ends_at = ${now} where key_id = ${id}`)
    db.send(sql`update api_keys k set revoked_at = ${now}, revoked_by = ${caller.userId}
      where k.merchant_id = ${scope.merchantId} and k.mode = ${scope.mode} and k.id = ${id}`)
    tellOfKey(db, scope, { keyId: id, news: 'revoked', overlapEndsAt: null, now })
    audit({ entity: 'api_key', entityId: id, before: { lastFour }, after: { state: 'revoked', leaked: true } })
  }
  const { id, token } = issueKey(db, scope, { kind, by: caller.userId, secret: services.config.keySecret, grant, now })
  tellOfKey(db, scope, { keyId: id, news: 'created', overlapEndsAt: null, now })
  audit({ entity: 'api_key', entityId: id, after: { kind, lastFour: token.slice(-4) } })
  const [made] = await readKeys(db, scope, now, sql`k.id = ${id}`)
  if (!made) throw new Error(`a key without a row: ${hexOf(id)}`)
  return { token, key: keyOf(made, now), ended: working.length }
}
