import { consoleIdleSeconds, type StaffRole } from '#domain/provider/staff'
import { Refusal } from '../calls/refusal.ts'
import type { Services } from '../calls/call.ts'
import type { StaffCaller } from '../calls/consoleHandler.ts'
import { sql, type Sql } from '../database/sql.ts'
import { staffTokenHash } from './consoleCookie.ts'

type Row = { id: string; staff_id: string; first_name: string; last_name: string; email: string; roles: StaffRole[]; active_at: Date }

/** How often the use of a session is written. */
const activityWriteMs = 10_000

/** SQL condition: session `s` is open at an instant. */
export const openStaffSession = (now: Date): Sql =>
  sql`s.ended_at is null and s.expires_at > ${now} and s.active_at > ${new Date(now.getTime() - consoleIdleSeconds * 1_000)}`

/** SQL condition: member of staff `p` may sign in. */
export const activeStaff: Sql = sql`p.joined_at is not null and p.disabled_at is null`

export const staffName = ({ first_name: first, last_name: last }: Pick<Row, 'first_name' | 'last_name'>): string =>
  `${first} ${last}`.trim()

/**
 * The member of staff whose cookie it is, read anew for each call: a session that was ended, or a member who was disabled, is refused at once. `active`
 * restarts the idle time. Refuses with NotAuthenticated.
 */
export async function authenticateStaff(services: Services, token: string | undefined, active: boolean): Promise<StaffCaller> {
  if (token === undefined) throw new Refusal('NotAuthenticated')
  const now = services.wallClock()
  const row = await services.database.read(null, (db) =>
    db.first<Row>(sql`select s.id, s.staff_id, s.active_at, p.first_name, p.last_name, p.email, p.roles
      from staff_sessions s join staff p on p.id = s.staff_id
      where s.token_hash = ${staffTokenHash(token)} and ${openStaffSession(now)} and ${activeStaff}`),
  )
  if (!row) throw new Refusal('NotAuthenticated')
  if (active && now.getTime() - row.active_at.getTime() > activityWriteMs)
    await services.database.write(null, (db) =>
      db.run(sql`update staff_sessions set active_at = ${now} where id = ${row.id} and active_at < ${now}`),
    )
  return { staffId: row.staff_id, name: staffName(row), email: row.email, roles: new Set(row.roles), sessionId: row.id }
}
