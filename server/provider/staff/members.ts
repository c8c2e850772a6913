import type { z } from 'zod/mini'
import type { staffMember } from '#contract/provider/staff'
import { staffRoles, type StaffRole } from '#domain/provider/staff'
import type { ConsoleHandler, StaffCaller } from '../../platform/calls/consoleHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { openStaffSession } from '../../platform/consoleGateway/authenticateStaff.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

type Row = {
  id: string
  email: string
  first_name: string
  last_name: string
  roles: StaffRole[]
  invited_at: Date | null
  joined_at: Date | null
  disabled_at: Date | null
  link_expires_at: Date | null
  active_at: Date | null
  open_sessions: number
  codes_left: number
}

/** Members of staff `p` that fulfil a condition, as admins see them, by name. */
export async function readMembers(
  db: Connection,
  which: Sql,
  { staffId }: StaffCaller,
  now: Date,
): Promise<z.output<typeof staffMember>[]> {
  const rows = await db.rows<Row>(sql`
    select p.id, p.email, p.first_name, p.last_name, p.roles, p.invited_at, p.joined_at, p.disabled_at,
      (select max(l.expires_at) from staff_links l where l.staff_id = p.id and l.used_at is null and l.expires_at > ${now}) as link_expires_at,
      (select max(s.active_at) from staff_sessions s where s.staff_id = p.id) as active_at,
      (select count(*)::int from staff_sessions s where s.staff_id = p.id and ${openStaffSession(now)}) as open_sessions,
      (select count(*)::int from staff_recovery_codes c where c.staff_id = p.id and c.used_at is null) as codes_left
    from staff p where ${which} order by p.first_name, p.last_name, p.id`)
  return rows.map((row) => memberOf(row, staffId))
}

const instantOf = (date: Date | null): string | null => date?.toISOString() ?? null

const memberOf = (row: Row, callerId: string): z.output<typeof staffMember> => ({
  id: hexOf(row.id),
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  roles: staffRoles.filter((role) => row.roles.includes(role)),
  state: row.joined_at === null ? 'invited' : row.disabled_at === null ? 'active' : 'disabled',
  self: row.id === callerId,
  invitedAt: instantOf(row.invited_at),
  linkExpiresAt: instantOf(row.link_expires_at),
  joinedAt: instantOf(row.joined_at),
  disabledAt: instantOf(row.disabled_at),
  activeAt: instantOf(row.active_at),
  openSessions: row.open_sessions,
  recoveryCodesLeft: row.codes_left,
})

/** All members of staff, also invited and disabled ones. */
export const staffList: ConsoleHandler<'staffList'> = async ({ db, staff, now }) => ({
  results: await readMembers(db, sql`true`, staff, now),
})
