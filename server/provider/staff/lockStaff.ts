import type { StaffRole } from '#domain/provider/staff'
import type { Services } from '../../platform/calls/call.ts'
import type { StaffCaller } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, Refusal } from '../../platform/calls/refusal.ts'
import { activeStaff } from '../../platform/consoleGateway/authenticateStaff.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { readMembers } from './members.ts'

export const notAllowed = (why: string) => new Refusal('StaffChangeNotAllowed', { why })

type State = 'invited' | 'active' | 'disabled'
/** `openid`: the identity provider says their roles. */
export type Person = { id: string; email: string; roles: StaffRole[]; state: State; openid: boolean }

/** Locks the active admins, so that two changes at once do not leave the console without one, and the person. */
export async function lockPerson(db: Connection, hexId: string): Promise<Person> {
  const id = idFrom(hexId)
  await db.run(sql`select from staff p where p.roles @> '{admin}' and ${activeStaff} order by p.id for update`)
  const row = await db.first<Person>(sql`select p.id, p.email, p.roles, p.openid_subject is not null as openid,
      case when p.joined_at is null then 'invited' when p.disabled_at is null then 'active' else 'disabled' end as state
    from staff p where p.id = ${id} for update`)
  if (!row) throw notFound(hexId)
  return row
}

export async function activeAdmins(db: Connection): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select p.id from staff p where p.roles @> '{admin}' and ${activeStaff}`)
  return rows.map(({ id }) => id)
}

/**
 * Refuses with StaffChangeNotAllowed what would leave fewer active admins than the second person needs, two of them, or none where nobody has to confirm.
 * Only an operator at the terminal goes below: else one admin could disable the others and then invite alone.
 */
export async function assertAdminsLeft(db: Connection, { id }: Person, { config }: Pick<Services, 'config'>): Promise<void> {
  const left = (await activeAdmins(db)).filter((one) => one !== id).length
  if (left === 0) throw notAllowed('lastAdmin')
  if (config.console.secondPerson && left < 2) throw notAllowed('twoAdmins')
}

export async function memberAfter(db: Connection, id: string, staff: StaffCaller, now: Date) {
  const [member] = await readMembers(db, sql`p.id = ${id}`, staff, now)
  if (!member) throw new Error(`member of staff ${id} not found`)
  return member
}

export const sorted = (roles: readonly StaffRole[]): StaffRole[] => [...new Set(roles)].toSorted()
