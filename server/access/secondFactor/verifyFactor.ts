import type { PasskeyAnswer } from '#contract/access/factorProof'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { countAttempt, factorSubject, resetAttempts } from '../session/attempts.ts'
import { queueAccountEmail } from '../session/accountEmail.ts'
import { consumeChallenge } from './passkeys.ts'
import { consumeRecoveryCode } from './recoveryCodes.ts'
import { openSecret, timeStepOf, wrongCode } from './totp.ts'
import { readAuthenticatorData, readClientData, readPublicKey, isForThisSite, verifySignature } from './webAuthn.ts'

/**
 * Accepts a code of a person's authenticator app: each time step's code works once, also for simultaneous requests (RFC 6238 §5.2).
 * `pending` checks the app being set up instead of the active one.
 */
export async function consumeAuthenticatorCode(
  db: Connection,
  services: Services,
  { userId, code, now, pending = false }: { userId: string; code: string; now: Date; pending?: boolean },
): Promise<boolean> {
  const row = await db.first<{ sealed_secret: Buffer }>(
    sql`select sealed_secret from authenticators where user_id = ${userId} and (confirmed_at is null) = ${pending}`,
  )
  const secret = row && openSecret(services.config.sessionSecrets, userId, row.sealed_secret)
  const step = secret && timeStepOf(secret, code, now)
  if (step === undefined) return false
  return (await db.run(sql`update authenticators set last_step = ${step} where user_id = ${userId} and last_step < ${step}`)) === 1
}

type ConsumedCode = 'authenticator' | 'recovery'

/** Accepts an authenticator code or a recovery code; undefined when it is neither or was used before. */
async function consumeCode(
  db: Connection,
  services: Services,
  attempt: { userId: string; code: string; now: Date },
): Promise<ConsumedCode | undefined> {
  if (await consumeAuthenticatorCode(db, services, attempt)) return 'authenticator'
  return (await consumeRecoveryCode(db, attempt.userId, attempt.code, attempt.now)) ? 'recovery' : undefined
}

/**
 * Consumes a person's one-time code, outside any other transaction. Wrong ones are counted by person: from five on with a growing delay, at
 * ten half an hour. Refuses with ApiValidationException on `code`, or TooManyRequests.
 */
export async function checkCode(services: Services, userId: string, code: string, now: Date): Promise<void> {
  const subject = factorSubject(userId)
  await countAttempt(services, [subject], now)
  const taken = await services.database.write(null, async (db) => {
    const kind = await consumeCode(db, services, { userId, code, now })
    if (kind !== undefined) await resetAttempts(db, subject)
    if (kind === 'recovery') queueAccountEmail(db, userId, 'recovery_used', now)
    return kind
  })
  if (taken === undefined) throw wrongCode()
}

type Row = { id: string; user_id: string; email: string; public_key: Buffer; algorithm: number; sign_count: bigint }

/**
 * The person whose passkey answered (Web Authentication Level 3, §7.2): our unused challenge, our origin, user verified, signed by a known
 * key, with an advanced counter. Undefined for anything else.
 */
export async function verifyPasskey(
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
  if (!authenticator || client?.type !== 'webauthn.get' || !isForThisSite(services.config, client, authenticator)) return undefined
  const row =
    await db.first<Row>(sql`select p.id, p.user_id, u.email, p.public_key, p.algorithm, p.sign_count from passkeys p join users u on u.id = p.user_id
    where p.credential_id = ${credentialId} and u.closed_at is null for update of p`)
  const key = row && readPublicKey(row.public_key, row.algorithm)
  if (!row || !key || !verifySignature(key, row.algorithm, { authenticatorData, clientData, signature })) return undefined
  // Synced passkeys always report 0; a counter that is used and stands still shows a copy.
  const before = Number(row.sign_count)
  if ((before > 0 || authenticator.signCount > 0) && authenticator.signCount <= before) return undefined
  if (!(await consumeChallenge(db, services, 'assert', client.challenge, now))) return undefined
  await db.run(sql`update passkeys set sign_count = ${authenticator.signCount}, last_used_at = ${now} where id = ${row.id}`)
  return { userId: row.user_id, email: row.email }
}
