import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { hexOf } from '../http/wire.ts'

/** The account's owner as a person (specification §3). */
export const profile: Handler<'profile'> = async ({ db, caller }) => {
  const row = await db.first<{ first_name: string; last_name: string }>(
    sql`select first_name, last_name from profiles where account_id = ${caller.accountId}`,
  )
  if (!row) throw notFound(hexOf(caller.accountId))
  return { firstName: row.first_name, lastName: row.last_name }
}
