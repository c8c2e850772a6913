import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { factorAdded, factorRemoved, passkeyOf, type PasskeyRow } from './factorState.ts'
import { readAuthenticatorData, readClientData, readPublicKey, isForThisSite } from './webAuthn.ts'

const lifeMs = 5 * 60_000

/** What a challenge is for: one for signing in is not accepted for adding a passkey. */
type ChallengeFor = 'assert' | `add/${string}`

function seal(secret: string, purpose: ChallengeFor, head: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'passkey challenge', 32))
  return createHmac('sha256', key).update(`${purpose}/`).update(head).digest()
}

/** A challenge that carries its own expiry and our MAC, so that requesting one writes nothing; base64url. */
function makeChallenge(services: Services, purpose: ChallengeFor, now: Date): string {
  const head = Buffer.concat([Buffer.alloc(6), randomBytes(16)])
  head.writeUIntBE(now.getTime() + lifeMs, 0, 6)
  return Buffer.concat([head, seal(services.config.sessionSecrets[0], purpose, head)]).toString('base64url')
}

/** Whether a challenge is ours, for this purpose, not expired and used for the first time. */
export async function consumeChallenge(
  db: Connection,
  services: Services,
  purpose: ChallengeFor,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== 54 || bytes.toString('base64url') !== challenge) return false
  const [head, mac] = [bytes.subarray(0, 22), bytes.subarray(22)]
  const endsAt = new Date(head.readUIntBE(0, 6))
  const isOurs = services.config.sessionSecrets.some((secret) => timingSafeEqual(mac, seal(secret, purpose, head)))
  if (!isOurs || endsAt <= now) return false
  const first = await db.run(
    sql`insert into passkey_answers (challenge_hash, expires_at) values (${hash('sha256', bytes, 'buffer')}, ${endsAt}) on conflict do nothing`,
  )
  return first === 1
}

/** A challenge for signing in or confirming with a passkey; it identifies nobody and stores no row. */
export const passkeyChallenge: Handler<'passkeyChallenge'> = ({ services, now }) =>
  Promise.resolve({ challenge: makeChallenge(services, 'assert', now) })

const maxPasskeys = 20

/** The options with which a browser creates a passkey for the caller. Refuses with StepUpRequired. */
export const passkeyStart: Handler<'passkeyStart'> = async ({ db, caller, services, now, audit }) => {
  await requireStepUp(db, caller, now)
  const user = await db.first<{ email: string; name: string }>(
    sql`select email, concat_ws(' ', first_name, last_name) as name from users where id = ${caller.userId}`,
  )
  if (!user) throw new Refusal('InvalidToken')
  const known = await db.rows<{ credential_id: Buffer }>(sql`select credential_id from passkeys where user_id = ${caller.userId}`)
  audit({ entity: 'user', entityId: caller.userId, after: { passkey: 'begun' } })
  return {
    challenge: makeChallenge(services, `add/${caller.userId}`, now),
    userHandle: Buffer.from(hexOf(caller.userId), 'hex').toString('base64url'),
    userName: user.email,
    displayName: user.name || user.email,
    exclude: known.map((row) => row.credential_id.toString('base64url')),
  }
}

/**
 * Adds a passkey (Web Authentication Level 3, §7.1, without attestation): the challenge must be ours, issued to this person and unused, the
 * origin ours, the user verified, and the key of a supported type. Refuses with StepUpRequired or PasskeyNotAccepted.
 */
export const passkeyAdd: Handler<'passkeyAdd'> = async (call) => {
  const { db, caller, body, services, now } = call
  await requireStepUp(db, caller, now)
  const bytes = (given: string) => Buffer.from(given, 'base64url')
  const [credentialId, publicKey] = [bytes(body.credentialId), bytes(body.publicKey)]
  const [authenticator, client] = [readAuthenticatorData(bytes(body.authenticatorData)), readClientData(bytes(body.clientData))]
  const sound =
    authenticator?.credentialId?.equals(credentialId) === true &&
    client?.type === 'webauthn.create' &&
    isForThisSite(services.config, client, authenticator) &&
    readPublicKey(publicKey, body.algorithm) !== undefined &&
    (await consumeChallenge(db, services, `add/${caller.userId}`, client.challenge, now))
  if (!sound) throw new Refusal('PasskeyNotAccepted')
  const row = await db.first<PasskeyRow>(sql`
    insert into passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, name, created_at)
    select ${newId(now)}, ${caller.userId}, ${credentialId}, ${publicKey}, ${body.algorithm}, ${authenticator.signCount},
      ${body.name === '' ? text('settings.passkey.unnamed') : body.name}, ${now}
    where (select count(*) from passkeys where user_id = ${caller.userId}) < ${maxPasskeys}
    on conflict (credential_id) do nothing returning id, name, created_at, last_used_at`)
  if (!row) throw new Refusal('PasskeyNotAccepted')
  return { passkey: passkeyOf(row), recoveryCodes: await factorAdded(db, call, 'passkey') }
}

/** Removes one of the caller's passkeys; answers not found for any other. Refuses with StepUpRequired or SecondFactorNeeded. */
export const passkeyRemove: Handler<'passkeyRemove'> = async (call) => {
  const { db, caller, params, now } = call
  await requireStepUp(db, caller, now)
  const removed = await db.run(
    sql`delete from passkeys where id = ${uuidOf(params.passkeyId) ?? null}::uuid and user_id = ${caller.userId}`,
  )
  if (removed === 0) throw notFound(params.passkeyId)
  await factorRemoved(db, call, 'passkey')
  return undefined
}
