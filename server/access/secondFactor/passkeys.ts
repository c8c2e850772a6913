import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { factorAdded, factorRemoved } from './factorChanges.ts'
import { makeChallenge, takeChallenge } from './passkeyChallenge.ts'
import { saidToUs } from './relyingParty.ts'
import { passkeyOf, type PasskeyRow } from './viewSecondFactor.ts'
import { readAuthenticatorData, readClientData, readPublicKey } from './webAuthn.ts'

/** More than so many are no help to anybody. */
const mostPasskeys = 20

/** What a browser needs to make a passkey for the caller. Refuses with StepUpRequired. */
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
    userHandle: Buffer.from(caller.userId.replaceAll('-', ''), 'hex').toString('base64url'),
    userName: user.email,
    displayName: user.name || user.email,
    exclude: known.map((row) => row.credential_id.toString('base64url')),
  }
}

/**
 * Keeps a new passkey (Web Authentication Level 3, §7.1, without attestation): our challenge to this person, for the first time, on our pages, with
 * the person there, and a key of a kind that we can check. Refuses with StepUpRequired or PasskeyNotAccepted.
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
    saidToUs(services.config, client, authenticator) &&
    readPublicKey(publicKey, body.algorithm) !== undefined &&
    (await takeChallenge(db, services, `add/${caller.userId}`, client.challenge, now))
  if (!sound) throw new Refusal('PasskeyNotAccepted')
  const row = await db.first<PasskeyRow>(sql`
    insert into passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, name, created_at)
    select ${newId(now)}, ${caller.userId}, ${credentialId}, ${publicKey}, ${body.algorithm}, ${authenticator.signCount},
      ${body.name === '' ? text('settings.passkey.unnamed') : body.name}, ${now}
    where (select count(*) from passkeys where user_id = ${caller.userId}) < ${mostPasskeys}
    on conflict (credential_id) do nothing returning id, name, created_at, last_used_at`)
  if (!row) throw new Refusal('PasskeyNotAccepted')
  return { passkey: passkeyOf(row), recoveryCodes: await factorAdded(db, call, 'passkey') }
}

/** Takes one of the caller's passkeys away; any other is not found. Refuses with StepUpRequired or SecondFactorNeeded. */
export const passkeyRemove: Handler<'passkeyRemove'> = async (call) => {
  const { db, caller, params, now } = call
  await requireStepUp(db, caller, now)
  const gone = await db.run(sql`delete from passkeys where id = ${uuidOf(params.passkeyId) ?? null}::uuid and user_id = ${caller.userId}`)
  if (gone === 0) throw notFound(params.passkeyId)
  await factorRemoved(db, call, 'passkey')
  return undefined
}
