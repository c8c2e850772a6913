import type { Call, Handler } from '../../platform/calls/call.ts'
import { mustHaveFactor } from '../../platform/calls/factor.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { queueAccountEmail } from '../session/accountEmail.ts'
import { createRecoveryCodes } from './recoveryCodes.ts'

/**
 * Updates what authentication reads about a person's second factors, in the transaction that changed them: since when there is one, and
 * that credentials changed. Removing the last factor removes the recovery codes. Returns whether there is one.
 */
export async function updateFactorState(db: Connection, userId: string, now: Date): Promise<boolean> {
  const row = await db.first<{ has: boolean }>(sql`
    with factor as (select exists (select from passkeys where user_id = ${userId})
      or exists (select from authenticators where user_id = ${userId} and confirmed_at is not null) as has)
    update users set credentials_changed_at = ${now},
      second_factor_since = case when factor.has then coalesce(second_factor_since, ${now}) end
    from factor where id = ${userId} returning factor.has`)
  if (row?.has !== true) await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  return row?.has === true
}

type Adding = Pick<Call<'passkeyAdd'>, 'caller' | 'now' | 'audit'>

/** After a factor was added: updates the person, queues the e-mail, and with the first factor creates recovery codes (later ones create none). */
export async function factorAdded(db: Connection, { caller, now, audit }: Adding, kind: 'authenticator' | 'passkey'): Promise<string[]> {
  await updateFactorState(db, caller.userId, now)
  const has = await db.first(sql`select from recovery_codes where user_id = ${caller.userId} limit 1`)
  const codes = has ? [] : await createRecoveryCodes(db, caller.userId, now)
  audit({ entity: 'user', entityId: caller.userId, after: { secondFactor: 'added', kind } })
  queueAccountEmail(db, caller.userId, 'factor_added', now)
  return codes
}

/** After a factor was removed. Refuses with SecondFactorNeeded when it was the last one of somebody who must have one. */
export async function factorRemoved(
  db: Connection,
  { caller, services, now, audit }: Adding & Pick<Call<'passkeyAdd'>, 'services'>,
  kind: 'authenticator' | 'passkey',
): Promise<void> {
  const has = await updateFactorState(db, caller.userId, now)
  if (!has && mustHaveFactor(services.config, caller.role)) throw new Refusal('SecondFactorNeeded')
  audit({ entity: 'user', entityId: caller.userId, after: { secondFactor: has ? 'removed' : 'none', kind } })
  queueAccountEmail(db, caller.userId, 'factor_removed', now)
}

export type PasskeyRow = { id: string; name: string; created_at: Date; last_used_at: Date | null }

/** A passkey in the shape of the contract. */
export const passkeyOf = ({ id, name, created_at: created, last_used_at: used }: PasskeyRow) => ({
  id: hexOf(id),
  name,
  created: created.toISOString(),
  lastUsed: used?.toISOString() ?? null,
})

/** The caller's second factors. */
export const secondFactor: Handler<'secondFactor'> = async ({ db, caller, services }) => {
  const { userId } = caller
  const row = await db.first<{ since: Date | null; left: number }>(sql`
    select (select confirmed_at from authenticators where user_id = ${userId}) as since,
      (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as left`)
  const passkeys = await db.rows<PasskeyRow>(
    sql`select id, name, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at, id`,
  )
  return {
    authenticator: row?.since?.toISOString() ?? null,
    passkeys: passkeys.map(passkeyOf),
    recoveryCodesLeft: row?.left ?? 0,
    required: mustHaveFactor(services.config, caller.role),
  }
}
