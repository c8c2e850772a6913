import { consoleIdleSeconds, staffRoles } from '#domain/provider/staff'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'

/** The signed-in member of staff. */
export const consoleMe: ConsoleHandler<'consoleMe'> = async ({ db, staff }) => {
  const row = await db.first<{ first_name: string; last_name: string }>(
    sql`select first_name, last_name from staff where id = ${staff.staffId}`,
  )
  if (!row) throw new Refusal('NotAuthenticated')
  const roles = staffRoles.filter((role) => staff.roles.has(role))
  return {
    staff: { id: hexOf(staff.staffId), email: staff.email, firstName: row.first_name, lastName: row.last_name, roles },
    idleSeconds: consoleIdleSeconds,
  }
}
