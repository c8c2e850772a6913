import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mustHaveFactor } from '../../platform/calls/mustHaveFactor.ts'

export type PasskeyRow = { id: string; name: string; created_at: Date; last_used_at: Date | null }

/** A passkey as its person sees it. */
export const passkeyOf = ({ id, name, created_at: created, last_used_at: used }: PasskeyRow) => ({
  id: hexOf(id),
  name,
  created: created.toISOString(),
  lastUsed: used?.toISOString() ?? null,
})

/** What the caller enters with beside the password. */
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
