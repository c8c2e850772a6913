import { tidyEmail } from '#domain/platform/emailAddress'
import { providerAccountId } from '../../platform/audit/record.ts'
import { recordAct } from '../../platform/calls/actor.ts'
import { activeStaff } from '../../platform/consoleGateway/authenticateStaff.ts'
import { type ConsoleHandler, type ConsoleHandlerCall, type Described, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, problem, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { closeStaffLinks, createStaffLink } from './links.ts'
import { assertAdminsLeft, lockPerson, memberAfter, notAllowed, type Person, sorted } from './lockStaff.ts'
import { queueStaffEmail } from './staffEmail.ts'
import { endStaffSessions } from './staffSession.ts'

/** Ends somebody's access at once, with their sessions, links and requests that wait. Returns how many sessions were open. */
async function disableStaff(db: Connection, id: string, now: Date): Promise<number> {
  await db.run(sql`update staff set disabled_at = ${now} where id = ${id}`)
  await closeStaffLinks(db, id, now)
  await db.run(
    sql`update staff_confirmations set state = 'withdrawn', decided_at = ${now} where requested_by = ${id} and state = 'pending'`,
  )
  return endStaffSessions(db, sql`s.staff_id = ${id}`, 'disabled', now)
}

/**
 * Ends the access of a member of staff in an emergency, for an operator at the terminal, also when too few admins are left for the second person. Returns
 * whether somebody with that address had access.
 */
export const disableStaffAtTerminal = (database: Database, email: string, now: Date): Promise<boolean> =>
  database.write(null, async (db) => {
    const person = await db.first<{ id: string }>(
      sql`select p.id from staff p where p.email = ${tidyEmail(email)} and ${activeStaff} for update`,
    )
    if (!person) return false
    const endedSessions = await disableStaff(db, person.id, now)
    const after = { disabled: true, endedSessions }
    await recordAct(
      db,
      { operator: true },
      { accountId: providerAccountId, call: 'operator.disable-staff', entity: 'staff', entityId: person.id, after },
    )
    return true
  })

async function describeDisabling({ db, params, body, services }: ConsoleHandlerCall<'staffDisable'>): Promise<Described> {
  const person = await lockPerson(db, params.staffId)
  if (body.reason === '') throw new Refusal('ApiValidationException', { fields: [problem('reason', 'required')] })
  if (person.state !== 'active') throw notAllowed('inactive')
  if (isAdmin(person)) await assertAdminsLeft(db, person, services)
  const before = { state: person.state, roles: sorted(person.roles) }
  return { entity: 'staff', entityId: person.id, before, after: { state: 'disabled', roles: before.roles, reason: body.reason } }
}

const isAdmin = ({ roles }: Person): boolean => roles.includes('admin')

/**
 * Ends somebody's access at once. A second admin confirms it for an admin. Refuses with StaffChangeNotAllowed for an admin without whom too few would be
 * left.
 */
export const staffDisable = withSecondPerson<'staffDisable'>(
  describeDisabling,
  async ({ db, params, body, staff, now, audit }) => {
    const id = idFrom(params.staffId)
    const endedSessions = await disableStaff(db, id, now)
    audit({ entity: 'staff', entityId: id, after: { disabled: true, reason: body.reason, endedSessions } })
    return memberAfter(db, id, staff, now)
  },
  { unless: async ({ db, params }) => !isAdmin(await lockPerson(db, params.staffId)) },
)

/** Ends somebody's open sessions; they may sign in again. */
export const staffMemberSessionsEnd: ConsoleHandler<'staffMemberSessionsEnd'> = async ({ db, params, body, staff, now, audit }) => {
  const { id } = await lockPerson(db, params.staffId)
  if (body.reason === '') throw new Refusal('ApiValidationException', { fields: [problem('reason', 'required')] })
  const endedSessions = await endStaffSessions(db, sql`s.staff_id = ${id}`, 'closed_by_admin', now)
  audit({ entity: 'staff', entityId: id, after: { endedSessions, reason: body.reason } })
  return memberAfter(db, id, staff, now)
}

async function describeReset({ db, params }: ConsoleHandlerCall<'staffAccessReset'>): Promise<Described> {
  const person = await lockPerson(db, params.staffId)
  if (person.state === 'invited') throw notAllowed('invited')
  const before = { state: person.state, roles: sorted(person.roles) }
  return { entity: 'staff', entityId: person.id, before, after: { access: 'reset', state: 'active', roles: before.roles } }
}

/** Sends a link to set password and authenticator anew, which also gives a disabled person access again. Their sessions end. */
export const staffAccessReset = withSecondPerson<'staffAccessReset'>(describeReset, async ({ db, params, services, staff, now }) => {
  const id = idFrom(params.staffId)
  await createStaffLink(db, services, { purpose: 'reset', staffId: id, now })
  await endStaffSessions(db, sql`s.staff_id = ${id}`, 'access_reset', now)
  queueStaffEmail(db, { staffId: id, news: 'reset' }, now)
  return memberAfter(db, id, staff, now)
})
