import { newRecoveryCodes, openSecret, recoveryCodeHash, sealSecret, timeStepOf, wrongCode } from '../../access/secondFactor/totp.ts'
import { countAttempt, resetAttempts, staffFactorSubject } from '../../access/session/attempts.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Secrets } from '../../platform/config/secrets.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Accepts a code of the member's authenticator app: each time step's code works once, also for simultaneous requests (RFC 6238 §5.2). */
async function consumeAppCode(db: Connection, sessionSecrets: Secrets, staffId: string, code: string, now: Date): Promise<boolean> {
  const row = await db.first<{ sealed_secret: Buffer | null }>(sql`select sealed_secret from staff where id = ${staffId}`)
  const secret = row?.sealed_secret && openSecret(sessionSecrets, staffId, row.sealed_secret)
  const step = secret ? timeStepOf(secret, code, now) : undefined
  if (step === undefined) return false
  return (await db.run(sql`update staff set last_step = ${step} where id = ${staffId} and last_step < ${step}`)) === 1
}

const consumeRecoveryCode = (db: Connection, staffId: string, code: string, now: Date): Promise<number> =>
  db.run(sql`update staff_recovery_codes set used_at = ${now}
    where staff_id = ${staffId} and code_hash = ${recoveryCodeHash(staffId, code)} and used_at is null`)

/**
 * Consumes a member's code, of the app or a recovery code, outside any other transaction. Wrong ones are counted by person as for merchants. Refuses
 * with ApiValidationException on `code`, or TooManyRequests.
 */
export async function checkStaffCode(services: Services, staffId: string, code: string, now: Date): Promise<'authenticator' | 'recovery'> {
  const subject = staffFactorSubject(staffId)
  await countAttempt(services, [subject], now)
  const kind = await services.database.write(null, async (db) => {
    const method = (await consumeAppCode(db, services.config.sessionSecrets, staffId, code, now))
      ? 'authenticator'
      : (await consumeRecoveryCode(db, staffId, code, now)) === 1
        ? 'recovery'
        : undefined
    if (method !== undefined) await resetAttempts(db, subject)
    return method
  })
  if (kind === undefined) throw wrongCode()
  return kind
}

/** The secret as it is stored for a member. */
export const sealStaffSecret = ({ config }: Services, staffId: string, secret: Buffer): Buffer =>
  sealSecret(config.sessionSecrets, staffId, secret)

/** Creates recovery codes and invalidates earlier ones; they are not stored in the clear. */
export async function createStaffRecoveryCodes(db: Connection, staffId: string, now: Date): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.run(sql`delete from staff_recovery_codes where staff_id = ${staffId}`)
  for (const code of codes)
    await db.run(
      sql`insert into staff_recovery_codes (staff_id, code_hash, created_at) values (${staffId}, ${recoveryCodeHash(staffId, code)}, ${now})`,
    )
  return codes
}
