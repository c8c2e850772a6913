import { hash, randomBytes } from 'node:crypto'
import { base32 } from '#domain/access/totp'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/factor.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** How many codes are created at once; 80 random bits each, so that a plain hash of them is safe to store. */
const codeCount = 8

/** The stored hash of a code, bound to its person. */
const codeHash = (userId: string, code: string) => hash('sha256', `recovery/${userId}/${code}`, 'buffer')

/** Creates new codes, `ABCD-EFGH-IJKL-MNOP`, and invalidates earlier ones. The returned codes are not stored in the clear. */
export async function createRecoveryCodes(db: Connection, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => base32(randomBytes(10)))
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  for (const code of codes)
    await db.run(sql`insert into recovery_codes (user_id, code_hash, created_at) values (${userId}, ${codeHash(userId, code)}, ${now})`)
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Consumes a code; true when it was theirs and unused. Spaces, hyphens and case are ignored. */
export async function consumeRecoveryCode(db: Connection, userId: string, typed: string, now: Date): Promise<boolean> {
  const code = typed.toUpperCase().replace(/[^A-Z2-7]/g, '')
  const consumed = await db.run(sql`update recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${codeHash(userId, code)} and used_at is null`)
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
