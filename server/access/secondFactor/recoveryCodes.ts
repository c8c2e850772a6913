import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { newRecoveryCodes, recoveryCodeHash } from './totp.ts'

/** Creates new codes and invalidates earlier ones. The returned codes are not stored in the clear. */
export async function createRecoveryCodes(db: Connection, userId: string, now: Date): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  for (const code of codes)
    await db.run(
      sql`insert into recovery_codes (user_id, code_hash, created_at) values (${userId}, ${recoveryCodeHash(userId, code)}, ${now})`,
    )
  return codes
}

/** Consumes a recovery code; true when it belongs to the person and was unused. */
export async function consumeRecoveryCode(db: Connection, userId: string, typed: string, now: Date): Promise<boolean> {
  const consumed = await db.run(sql`update recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${recoveryCodeHash(userId, typed)} and used_at is null`)
  return consumed === 1
}

/** Creates new recovery codes, returned once, and invalidates earlier ones. Refuses with StepUpRequired, or SecondFactorNeeded without a factor. */
export const recoveryCodesRenew: Handler<'recoveryCodesRenew'> = async ({ db, caller, now, audit }) => {
  await requireStepUp(db, caller, now)
  const has = await db.first(sql`select from users where id = ${caller.userId} and second_factor_since is not null for update`)
  if (!has) throw new Refusal('SecondFactorNeeded', { why: 'none' })
  audit({ entity: 'user', entityId: caller.userId, after: { recoveryCodes: 'renewed' } })
  return { recoveryCodes: await createRecoveryCodes(db, caller.userId, now) }
}
