import { emailProblem } from '#domain/platform/emailAddress'
import type { StaffRole } from '#domain/provider/staff'
import {
  type ConsoleHandler,
  type ConsoleHandlerCall,
  type Described,
  type StaffCaller,
  withSecondPerson,
} from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { activeStaff } from '../../platform/consoleGateway/authenticateStaff.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { closeStaffLinks, createStaffLink } from './links.ts'
import { readMembers } from './members.ts'
import { queueStaffEmail } from './staffEmail.ts'
import { endStaffSessions } from './staffSession.ts'

const notAllowed = (why: string) => new Refusal('StaffChangeNotAllowed', { why })

type State = 'invited' | 'active' | 'disabled'
/** `openid`: the identity provider says their roles. */
type Person = { id: string; email: string; roles: StaffRole[]; state: State; openid: boolean }

/** Locks the active admins, so that two changes at once do not leave the console without one, and the person. */
async function lockPerson(db: Connection, hexId: string): Promise<Person> {
  const id = idFrom(hexId)
  await db.run(sql`select from staff p where p.roles @> '{admin}' and ${activeStaff} order by p.id for update`)
  const row = await db.first<Person>(sql`select p.id, p.email, p.roles, p.openid_subject is not null as openid,
      case when p.joined_at is null then 'invited' when p.disabled_at is null then 'active' else 'disabled' end as state
    from staff p where p.id = ${id} for update`)
  if (!row) throw notFound(hexId)
  return row
}

async function activeAdmins(db: Connection): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select p.id from staff p where p.roles @> '{admin}' and ${activeStaff}`)
  return rows.map(({ id }) => id)
}

/** Refuses with StaffChangeNotAllowed what would leave the console without an active admin. */
async function assertAdminLeft(db: Connection, { id }: Person): Promise<void> {
  if (!(await activeAdmins(db)).some((one) => one !== id)) throw notAllowed('lastAdmin')
}

async function memberAfter(db: Connection, id: string, staff: StaffCaller, now: Date) {
  const [member] = await readMembers(db, sql`p.id = ${id}`, staff, now)
  if (!member) throw new Error(`member of staff ${id} not found`)
  return member
}

const sorted = (roles: readonly StaffRole[]): StaffRole[] => [...new Set(roles)].toSorted()

// Invitations.

/** Refuses with ApiValidationException an address that is wrong or somebody's. */
async function describeInvitation({ db, body }: ConsoleHandlerCall<'staffInvite'>): Promise<Described> {
  const taken = await db.first<{ id: string }>(sql`select id from staff where email = ${body.email}`)
  const fields = [
    ...(body.firstName === '' ? [problem('first_name', 'required')] : []),
    ...(body.lastName === '' ? [problem('last_name', 'required')] : []),
  ]
  const code = emailProblem(body.email) ?? (taken ? 'staffMember' : null)
  if (code !== null) fields.push(problem('email', code))
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  return { entity: 'staff', entityId: null, before: null, after: { email: body.email, roles: sorted(body.roles) } }
}

/** Invites somebody by e-mail, in the inviting person's language until they sign in. A second admin confirms it, once there are two: else one person could make up the second one. */
export const staffInvite = withSecondPerson<'staffInvite'>(
  describeInvitation,
  async (call) => {
    const { db, body, services, staff, now, audit } = call
    const id = newId(now)
    const roles = sorted(body.roles)
    await db.run(sql`insert into staff (id, email, first_name, last_name, locale, roles, created_at, invited_at, invited_by, demo)
      values (${id}, ${body.email}, ${body.firstName}, ${body.lastName}, (select i.locale from staff i where i.id = ${staff.staffId}), ${roles}::text[], ${now}, ${now}, ${staff.staffId}, ${services.config.demo})`)
    await createStaffLink(db, services, { purpose: 'invitation', staffId: id, now })
    queueStaffEmail(db, { staffId: id, news: 'invitation' }, now)
    audit({ entity: 'staff', entityId: id, after: { invited: true, roles } })
    return memberAfter(db, id, staff, now)
  },
  { unless: async ({ db }) => (await activeAdmins(db)).length < 2 },
)

/** Sends a new link in place of the earlier one. Refuses with StaffChangeNotAllowed somebody who waits for no invitation. */
export const staffInvitationResend: ConsoleHandler<'staffInvitationResend'> = async ({ db, params, services, staff, now, audit }) => {
  const person = await lockPerson(db, params.staffId)
  if (person.state !== 'invited') throw notAllowed('accepted')
  await db.run(sql`update staff set invited_at = ${now} where id = ${person.id}`)
  await createStaffLink(db, services, { purpose: 'invitation', staffId: person.id, now })
  queueStaffEmail(db, { staffId: person.id, news: 'invitation' }, now)
  audit({ entity: 'staff', entityId: person.id, after: { invited: true } })
  return memberAfter(db, person.id, staff, now)
}

/** Takes an invitation back: its person and link are deleted. Refuses with StaffChangeNotAllowed once it was accepted. */
export const staffInvitationRevoke: ConsoleHandler<'staffInvitationRevoke'> = async ({ db, params, audit }) => {
  const person = await lockPerson(db, params.staffId)
  if (person.state !== 'invited') throw notAllowed('accepted')
  await db.run(sql`delete from staff where id = ${person.id}`)
  audit({ entity: 'staff', entityId: person.id, before: { roles: person.roles }, after: { invitation: 'revoked' } })
  return undefined
}

// Roles.

async function describeRoles({ db, params, body }: ConsoleHandlerCall<'staffRolesChange'>): Promise<Described> {
  const person = await lockPerson(db, params.staffId)
  const roles = sorted(body.roles)
  if (person.openid) throw notAllowed('openid')
  if (person.state === 'active' && person.roles.includes('admin') && !roles.includes('admin')) await assertAdminLeft(db, person)
  if (sorted(person.roles).join() === roles.join()) throw notAllowed('sameRoles')
  return { entity: 'staff', entityId: person.id, before: { roles: sorted(person.roles) }, after: { roles } }
}

/** Changes roles, at once for open sessions too. Refuses with StaffChangeNotAllowed to take `admin` from the last active one, or no change. */
export const staffRolesChange = withSecondPerson<'staffRolesChange'>(describeRoles, async ({ db, params, body, staff, now }) => {
  const id = idFrom(params.staffId)
  await db.run(sql`update staff set roles = ${sorted(body.roles)}::text[] where id = ${id}`)
  return memberAfter(db, id, staff, now)
})

// Access.

/** Ends somebody's access at once, with their sessions and requests that wait. Refuses with StaffChangeNotAllowed for the last active admin. */
export const staffDisable: ConsoleHandler<'staffDisable'> = async ({ db, params, body, staff, now, audit }) => {
  const person = await lockPerson(db, params.staffId)
  if (body.reason === '') throw new Refusal('ApiValidationException', { fields: [problem('reason', 'required')] })
  if (person.state !== 'active') throw notAllowed('inactive')
  if (person.roles.includes('admin')) await assertAdminLeft(db, person)
  await db.run(sql`update staff set disabled_at = ${now} where id = ${person.id}`)
  await closeStaffLinks(db, person.id, now)
  const endedSessions = await endStaffSessions(db, sql`s.staff_id = ${person.id}`, 'disabled', now)
  await db.run(
    sql`update staff_confirmations set state = 'withdrawn', decided_at = ${now} where requested_by = ${person.id} and state = 'pending'`,
  )
  audit({ entity: 'staff', entityId: person.id, after: { disabled: true, reason: body.reason, endedSessions } })
  return memberAfter(db, person.id, staff, now)
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
