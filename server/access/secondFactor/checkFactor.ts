import type { PasskeyAnswer } from '#contract/access/factorProof'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { countTry, factorSubject, forget } from '../session/attempts.ts'
import { takeChallenge } from './passkeyChallenge.ts'
import { saidToUs } from './relyingParty.ts'
import { takeCode } from './takeCode.ts'
import { tellFactor } from './tellFactor.ts'
import { readAuthenticatorData, readClientData, readPublicKey, signedBy } from './webAuthn.ts'

/** A code that is not good, beside its field. */
export const wrongCode = () =>
  new Refusal('ApiValidationException', { fields: [{ name: 'code', code: 'wrong', message: text('errors.field.code') }] })

/**
 * Takes a person's one-time code, outside any other transaction. Wrong ones are counted by person: five bring a growing delay, ten half an hour.
 * Refuses with ApiValidationException on `code`, or TooManyRequests.
 */
export async function checkCode(services: Services, userId: string, code: string, now: Date): Promise<void> {
  const subject = factorSubject(userId)
  await countTry(services, [subject], now)
  const taken = await services.database.write(null, async (db) => {
    const kind = await takeCode(db, services, { userId, code, now })
    if (kind !== undefined) await forget(db, subject)
    return kind
  })
  if (taken === undefined) throw wrongCode()
  if (taken === 'recovery') await tellFactor(services, userId, 'recovery', now)
}

type Row = { id: string; user_id: string; email: string; public_key: Buffer; algorithm: number; sign_count: string }

/**
 * Whose passkey answered (Web Authentication Level 3, §7.2): our challenge, for the first time, on our pages, with the person there, signed by a key
 * that we know, whose counter went on. Undefined for anything else.
 */
export async function takePasskey(
  db: Connection,
  services: Services,
  answer: PasskeyAnswer,
  now: Date,
): Promise<{ userId: string; email: string } | undefined> {
  const [authenticatorData, clientData, signature, credentialId] = [
    answer.authenticatorData,
    answer.clientData,
    answer.signature,
    answer.credentialId,
  ].map((given) => Buffer.from(given, 'base64url')) as [Buffer, Buffer, Buffer, Buffer]
  const [authenticator, client] = [readAuthenticatorData(authenticatorData), readClientData(clientData)]
  if (!authenticator || client?.type !== 'webauthn.get' || !saidToUs(services.config, client, authenticator)) return undefined
  const row =
    await db.first<Row>(sql`select p.id, p.user_id, u.email, p.public_key, p.algorithm, p.sign_count from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${credentialId} and u.disabled_at is null for update of p`)
  const key = row && readPublicKey(row.public_key, row.algorithm)
  if (!row || !key || !signedBy(key, row.algorithm, { authenticatorData, clientData, signature })) return undefined
  // Passkeys that are kept on several devices always say 0; one that counts and stands still has been copied.
  const before = Number(row.sign_count)
  if ((before > 0 || authenticator.signCount > 0) && authenticator.signCount <= before) return undefined
  if (!(await takeChallenge(db, services, 'assert', client.challenge, now))) return undefined
  await db.run(sql`update passkeys set sign_count = ${authenticator.signCount}, last_used_at = ${now} where id = ${row.id}`)
  return { userId: row.user_id, email: row.email }
}
