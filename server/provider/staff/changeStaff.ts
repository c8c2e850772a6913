import { emailProblem } from '#domain/platform/emailAddress'
import { type ConsoleHandler, type ConsoleHandlerCall, type Described, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, problem, Refusal } from '../../platform/calls/refusal.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { createStaffLink } from './links.ts'
import { activeAdmins, assertAdminsLeft, lockPerson, memberAfter, notAllowed, sorted } from './lockStaff.ts'
import { queueStaffEmail } from './staffEmail.ts'

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

async function describeRoles({ db, params, body, services }: ConsoleHandlerCall<'staffRolesChange'>): Promise<Described> {
  const person = await lockPerson(db, params.staffId)
  const roles = sorted(body.roles)
  if (person.openid) throw notAllowed('openid')
  if (person.state === 'active' && person.roles.includes('admin') && !roles.includes('admin')) await assertAdminsLeft(db, person, services)
  if (sorted(person.roles).join() === roles.join()) throw notAllowed('sameRoles')
  return { entity: 'staff', entityId: person.id, before: { roles: sorted(person.roles) }, after: { roles } }
}

/** Changes roles, at once for open sessions too. Refuses with StaffChangeNotAllowed to take `admin` from one that is needed, or no change. */
export const staffRolesChange = withSecondPerson<'staffRolesChange'>(describeRoles, async ({ db, params, body, staff, now }) => {
  const id = idFrom(params.staffId)
  await db.run(sql`update staff set roles = ${sorted(body.roles)}::text[] where id = ${id}`)
  return memberAfter(db, id, staff, now)
})
