import { keyStateAt, mayRenew } from '#domain/merchants/apiKey'
import { HOUR_MS, formatDateTime } from '#domain/platform/dates'
import { type KeyGrant, normalizedGrant, fullGrant } from '#domain/merchants/keyRights'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { assertMayHandOut, requireStepUp } from '../../platform/calls/factor.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Secrets } from '../../platform/config/secrets.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type IssuedKey, issueKey } from '../../platform/keys/issueKey.ts'
import { type KeyChange, queueKeyEmails } from './keyEmail.ts'
import { notify } from '../notices/notify.ts'
import { grantOf, keyOf, kindOf, readKeys, type StoredKey } from './readKeys.ts'

/** Serialises changes of a shop's keys until the transaction ends; sent before the next read, without waiting. */
function lockKeys(db: Connection, { merchantId, mode }: Scope): void {
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`api_keys/${merchantId}/${mode}`}, 0))`)
}

const notices = { created: 'key_renewed', renewed: 'key_renewed', revoked: 'key_revoked' } as const

/** Creates a notice for owners and admins and an e-mail for every owner, in the caller's transaction and without waiting. */
function notifyKeyChange(db: Connection, scope: Scope, change: KeyChange): void {
  const { merchantId, mode } = scope
  const { news, now } = change
  queueKeyEmails(db, scope, change)
  notify(db, {
    about: { merchantId },
    type: notices[news],
    level: 'warning',
    values: [],
    actionUrl: preferencesPath(merchantId, mode),
    roles: ['owner', 'admin'],
    now,
  })
}

/** The page of the shop's keys, in their mode. */
export const preferencesPath = (merchantId: string, mode: Scope['mode']): string =>
  `/merchants/${hexOf(merchantId)}/preferences${mode === 'sandbox' ? '?sandbox=true' : ''}`

/**
 * Ends every key of a kind at once and creates a new one with the rights of the latest, after step-up; owners are notified of each. Refuses
 * with StepUpRequired, or PermissionDenied when the caller does not hold those rights: they may still revoke.
 */
export const keyLeaked: Handler<'keyLeaked'> = async ({ db, scope, caller, params, services, now, audit }) => {
  const kind = kindOf(params.kind)
  await requireStepUp(db, caller, now)
  lockKeys(db, scope)
  const valid = (await readKeys(db, scope, now, sql`k.kind = ${kind}`)).filter((key) => keyStateAt(key, now) !== 'revoked')
  const grant = valid[0] ? grantOf(valid[0]) : fullGrant
  if (kind === 'private') await assertMayHandOut(db, caller, scope.mode, grant.rights)
  for (const { id, lastFour } of valid) {
    db.send(sql`update api_key_lookups set ends_at = ${now} where key_id = ${id}`)
    db.send(sql`update api_keys k set revoked_at = ${now}, revoked_by = ${caller.userId}
      where ${inScope(scope, 'k')} and k.id = ${id}`)
    notifyKeyChange(db, scope, { keyId: id, news: 'revoked', overlapEndsAt: null, now })
    audit({ entity: 'api_key', entityId: id, after: { state: 'revoked', lastFour, leaked: true } })
  }
  const { id, token } = issueKey(db, scope, { kind, by: caller.userId, secrets: services.config.keySecrets, grant, now })
  notifyKeyChange(db, scope, { keyId: id, news: 'created', overlapEndsAt: null, now })
  audit({ entity: 'api_key', entityId: id, after: { kind, lastFour: token.slice(-4) } })
  const [created] = await readKeys(db, scope, now, sql`k.id = ${id}`)
  if (!created) throw new Error(`API key ${hexOf(id)} not found after insert`)
  return { token, key: keyOf(created, now), ended: valid.length }
}

/** The first private key of a shop, with all rights, which the provider hands out; owners are notified. Undefined when the shop has one that is valid. */
export async function issueFirstKey(
  db: Connection,
  scope: Scope,
  { secrets, now }: { secrets: Secrets; now: Date },
): Promise<IssuedKey | undefined> {
  lockKeys(db, scope)
  const keys = await readKeys(db, scope, now, sql`k.kind = 'private'`)
  if (keys.some((key) => keyStateAt(key, now) !== 'revoked')) return undefined
  const issued = issueKey(db, scope, { kind: 'private', by: null, secrets, now })
  notifyKeyChange(db, scope, { keyId: issued.id, news: 'created', overlapEndsAt: null, now })
  return issued
}

/**
 * Creates a new key, shown in full only in this answer, after step-up. The previous one stays valid for the chosen overlap, or ends at
 * once. Owners are notified. Refuses with StepUpRequired, KeyRotationInProgress while two of the kind are valid, or PermissionDenied when
 * the caller does not hold the key's rights.
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
  const grant = requestedGrant(body, before)
  if (kind === 'private') await assertMayHandOut(db, caller, scope.mode, grant.rights)
  const overlapEndsAt = before ? new Date(now.getTime() + body.overlapHours * HOUR_MS) : null
  if (before) db.send(sql`update api_key_lookups set ends_at = ${overlapEndsAt} where key_id = ${before.id}`)
  const { id, token } = issueKey(db, scope, { kind, by: caller.userId, secrets: services.config.keySecrets, grant, now })
  notifyKeyChange(db, scope, { keyId: id, news: before ? 'renewed' : 'created', overlapEndsAt, now })
  audit({
    entity: 'api_key',
    entityId: id,
    before: before && { keyId: before.id, lastFour: before.lastFour },
    after: { kind, lastFour: token.slice(-4), overlapHours: before ? body.overlapHours : null, ...(kind === 'private' && grant) },
  })
  const [created] = await readKeys(db, scope, now, sql`k.id = ${id}`)
  if (!created) throw new Error(`API key ${hexOf(id)} not found after insert`)
  return { token, key: keyOf(created, now) }
}

/** The rights of the new key: as requested, else as the previous one, else all. */
function requestedGrant({ rights, refundLimit, refundDayLimit }: Call<'keyRenew'>['body'], before: StoredKey | undefined): KeyGrant {
  const current = before ? grantOf(before) : fullGrant
  return normalizedGrant({
    rights: rights ?? current.rights,
    refundLimitCents: refundLimit === undefined ? current.refundLimitCents : refundLimit,
    refundDayLimitCents: refundDayLimit === undefined ? current.refundDayLimitCents : refundDayLimit,
  })
}

/** Ends a key at once, after step-up; owners are notified. Refuses with StepUpRequired, or KeyEnded when it has ended already. */
export const keyRevoke: Handler<'keyRevoke'> = async ({ db, scope, caller, params, now, audit }) => {
  await requireStepUp(db, caller, now)
  lockKeys(db, scope)
  const id = idFrom(params.keyId)
  const [key] = await readKeys(db, scope, now, sql`k.id = ${id}`)
  if (!key) throw notFound(params.keyId)
  const state = keyStateAt(key, now)
  if (state === 'revoked') throw new Refusal('KeyEnded')
  db.send(sql`update api_key_lookups set ends_at = ${now} where key_id = ${key.id}`)
  db.send(sql`update api_keys k set revoked_at = ${now}, revoked_by = ${caller.userId}
    where ${inScope(scope, 'k')} and k.id = ${key.id}`)
  notifyKeyChange(db, scope, { keyId: key.id, news: 'revoked', overlapEndsAt: null, now })
  audit({ entity: 'api_key', entityId: key.id, before: { state }, after: { state: 'revoked', lastFour: key.lastFour } })
  return undefined
}
