import { keyStateAt, mayRenew } from '#domain/merchants/apiKey'
import { formatDateTime } from '#domain/platform/dates'
import { tidiedGrant, wholeGrant, type KeyGrant } from '#domain/merchants/keyRights'
import { sql } from '../../platform/database/sql.ts'
import { assertMayHandOut } from '../../platform/calls/assertMayHandOut.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { issueKey } from '../../platform/keys/issueKey.ts'
import { kindOf } from './kindOf.ts'
import { lockKeys } from './lockKeys.ts'
import { grantOf, keyOf, readKeys, type StoredKey } from './readKeys.ts'
import { tellOfKey } from './tellOfKey.ts'

const hourMs = 3_600_000

/**
 * Makes a new key, shown whole in this answer alone, after a fresh password. The one before works on for the chosen overlap, or not at all.
 * Owners are told. Refuses with StepUpRequired, KeyRotationInProgress while two of the kind work, or PermissionDenied whoever does not hold
 * themselves what the key is to hold.
 */
export const keyRenew: Handler<'keyRenew'> = async ({ db, scope, caller, params, body, services, now, audit }) => {
  const kind = kindOf(params.kind)
  await requireStepUp(db, caller, now)
  lockKeys(db, scope)
  const keys = await readKeys(db, scope, now, sql`k.kind = ${kind}`)
  if (!mayRenew(keys, now)) {
    const ending = keys.find((key) => keyStateAt(key, now) === 'grace')
    throw new Refusal('KeyRotationInProgress', { values: { until: ending?.endsAt ? formatDateTime(ending.endsAt) : '' } })
  }
  const before = keys.find((key) => keyStateAt(key, now) === 'active')
  const grant = grantAsked(body, before)
  if (kind === 'private') await assertMayHandOut(db, caller, scope.mode, grant.rights)
  const overlapEndsAt = before ? new Date(now.getTime() + body.overlapHours * hourMs) : null
  if (before) db.send(sql`update api_key_doors set ends_at = ${overlapEndsAt} where key_id = ${before.id}`)
  const { id, token } = issueKey(db, scope, { kind, by: caller.userId, secret: services.config.keySecret, grant, now })
  tellOfKey(db, scope, { keyId: id, news: before ? 'renewed' : 'created', overlapEndsAt, now })
  audit({
    entity: 'api_key',
    entityId: id,
    before: before && { keyId: before.id, lastFour: before.lastFour },
    after: { kind, lastFour: token.slice(-4), overlapHours: before ? body.overlapHours : null, ...(kind === 'private' && grant) },
  })
  const [made] = await readKeys(db, scope, now, sql`k.id = ${id}`)
  if (!made) throw new Error(`a key without a row: ${hexOf(id)}`)
  return { token, key: keyOf(made, now) }
}

/** What the new key is to hold: what was asked for, else as the one before, else everything. */
function grantAsked({ rights, refundLimit, refundDayLimit }: Call<'keyRenew'>['body'], before: StoredKey | undefined): KeyGrant {
  const kept = before ? grantOf(before) : wholeGrant
  return tidiedGrant({
    rights: rights ?? kept.rights,
    refundLimitCents: refundLimit === undefined ? kept.refundLimitCents : refundLimit,
    refundDayLimitCents: refundDayLimit === undefined ? kept.refundDayLimitCents : refundDayLimit,
  })
}
