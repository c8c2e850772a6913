import { createHmac } from 'node:crypto'
import { codeOf, skewSteps, stepBytes, stepOf } from '#domain/access/totp'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { isSecret } from '../../platform/calls/isSecret.ts'
import { openSecret } from './sealedSecret.ts'
import { takeRecoveryCode } from './recoveryCodes.ts'

/** Which half minute around the present shows this code; undefined for none. */
function stepShowing(secret: Buffer, code: string, now: Date): number | undefined {
  const present = stepOf(now)
  for (let step = present - skewSteps; step <= present + skewSteps; step += 1) {
    if (isSecret(code, codeOf(createHmac('sha1', secret).update(stepBytes(step)).digest()))) return step
  }
  return undefined
}

/**
 * Takes a code of a person's application: each half minute's is good once, also when two come at the same time (RFC 6238 §5.2). `pending` looks at the
 * one that is being set up instead of the one in force.
 */
export async function takeAuthenticatorCode(
  db: Connection,
  services: Services,
  { userId, code, now, pending = false }: { userId: string; code: string; now: Date; pending?: boolean },
): Promise<boolean> {
  const figures = code.replace(/\s/g, '')
  const row = /^\d{6}$/.test(figures)
    ? await db.first<{ sealed_secret: Buffer }>(
        sql`select sealed_secret from authenticators where user_id = ${userId} and (confirmed_at is null) = ${pending}`,
      )
    : undefined
  const secret = row && openSecret(services.config.sessionSecret, userId, row.sealed_secret)
  const step = secret && stepShowing(secret, figures, now)
  if (step === undefined) return false
  return (await db.run(sql`update authenticators set last_step = ${step} where user_id = ${userId} and last_step < ${step}`)) === 1
}

export type TakenCode = 'authenticator' | 'recovery'

/** Takes a code of the application or one of those on paper; undefined when it is neither, or was used before. */
export async function takeCode(
  db: Connection,
  services: Services,
  given: { userId: string; code: string; now: Date },
): Promise<TakenCode | undefined> {
  if (await takeAuthenticatorCode(db, services, given)) return 'authenticator'
  return (await takeRecoveryCode(db, given.userId, given.code, given.now)) ? 'recovery' : undefined
}
