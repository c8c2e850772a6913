import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { requireStepUp } from '../../platform/calls/requireStepUp.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'

/** Makes new codes to recover, said this once; the earlier ones die. Refuses with StepUpRequired, or SecondFactorNeeded without a factor. */
export const recoveryCodesRenew: Handler<'recoveryCodesRenew'> = async ({ db, caller, now, audit }) => {
  await requireStepUp(db, caller, now)
  const has = await db.first(sql`select from users where id = ${caller.userId} and second_factor_since is not null for update`)
  if (!has) throw new Refusal('SecondFactorNeeded', { why: 'none' })
  audit({ entity: 'user', entityId: caller.userId, after: { recoveryCodes: 'renewed' } })
  return { recoveryCodes: await makeRecoveryCodes(db, caller.userId, now) }
}
