import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { keepFactor } from './keepFactor.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'
import { mustHaveFactor } from '../../platform/calls/mustHaveFactor.ts'
import { tellFactor } from './tellFactor.ts'

type Adding = Pick<Call<'passkeyAdd'>, 'caller' | 'services' | 'now' | 'audit'>

/** After a factor was written: the gate knows of it, its person is told, and the first one brings codes to recover; later ones bring none. */
export async function factorAdded(
  db: Connection,
  { caller, services, now, audit }: Adding,
  kind: 'authenticator' | 'passkey',
): Promise<string[]> {
  await keepFactor(db, caller.userId, now)
  const has = await db.first(sql`select from recovery_codes where user_id = ${caller.userId} limit 1`)
  const codes = has ? [] : await makeRecoveryCodes(db, caller.userId, now)
  audit({ entity: 'user', entityId: caller.userId, after: { secondFactor: 'added', kind } })
  await tellFactor(services, caller.userId, 'added', now)
  return codes
}

/** After a factor was taken away. Refuses with SecondFactorNeeded when it was the last one of somebody who may not be without. */
export async function factorRemoved(
  db: Connection,
  { caller, services, now, audit }: Adding,
  kind: 'authenticator' | 'passkey',
): Promise<void> {
  const has = await keepFactor(db, caller.userId, now)
  if (!has && mustHaveFactor(services.config, caller.role)) throw new Refusal('SecondFactorNeeded')
  audit({ entity: 'user', entityId: caller.userId, after: { secondFactor: has ? 'removed' : 'none', kind } })
  await tellFactor(services, caller.userId, 'removed', now)
}
