import type { FieldProblem } from '#contract/platform/errors'
import { emailProblem } from '#domain/platform/emailAddress'
import { base32 } from '#domain/access/totp'
import { staffRoles } from '#domain/provider/staff'
import { timeStepOf, wrongCode } from '../../access/secondFactor/totp.ts'
import { assertNotReused, assertPasswordRules, rememberedPasswords } from '../../access/session/newPassword.ts'
import { record } from '../../platform/audit/record.ts'
import type { ConsoleHandler, ConsoleHandlerCall } from '../../platform/calls/consoleHandler.ts'
import { problem, Refusal } from '../../platform/calls/refusal.ts'
import { staffCookie } from '../../platform/consoleGateway/consoleCookie.ts'
import { providerEntry } from '../../platform/gateway/providerEntry.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockFirstStaff } from './firstStaff.ts'
import { invalidLink, type OpenLink, openStaffLink } from './links.ts'
import { createStaffRecoveryCodes, sealStaffSecret } from './staffCodes.ts'
import { endStaffSessions, startStaffSession } from './staffSession.ts'

/** What a link is for, without using it. Refuses with InvalidToken. */
export const staffLinkOpen: ConsoleHandler<'staffLinkOpen'> = async ({ services, body, now }) => {
  const { purpose, email, first_name, last_name, roles, expires_at: expiresAt, secret } = await openStaffLink(services, body.token, now)
  return {
    purpose,
    email,
    firstName: first_name ?? '',
    lastName: last_name ?? '',
    roles: roles ?? [...staffRoles],
    expiresAt: expiresAt.toISOString(),
    secret: base32(secret),
    issuer: services.config.brand.name,
  }
}

type UseCall = ConsoleHandlerCall<'staffLinkUse'>
/** The person as they will be stored. `step`: of the code, which is not accepted again. */
type Accepted = { link: OpenLink; email: string; firstName: string; lastName: string; passwordHash: string; step: number }

/**
 * Sets a person's name, password and authenticator with a link, once, and signs them in. The first person gets every role. A wrong field leaves the link
 * valid. Refuses with InvalidToken, or ApiValidationException by field.
 */
export const staffLinkUse: ConsoleHandler<'staffLinkUse'> = async (call) => {
  const { services, body, now, http } = call
  const link = await openStaffLink(services, body.token, now)
  const { firstName, lastName } = body
  const email = link.email ?? body.email ?? ''
  assertPerson(link, email, body)
  assertPasswordRules({ email, firstName, lastName }, body.newPassword1, body.newPassword2)
  const step = timeStepOf(link.secret, body.code, now)
  if (step === undefined) throw wrongCode()
  await assertNotReused(services, body.newPassword1, (link.hashes ?? []).filter(Boolean))
  const accepted = { link, email, firstName, lastName, passwordHash: await services.passwords.hash(body.newPassword1), step }
  const { token, recoveryCodes } = await services.database.write(null, (db) => accept(db, call, accepted))
  http.setCookie(staffCookie(services.config, token))
  return { recoveryCodes }
}

/** Refuses with ApiValidationException a missing name, or the first person's wrong address. */
function assertPerson({ purpose }: OpenLink, email: string, { firstName, lastName }: UseCall['body']): void {
  const emailCode = purpose === 'setup' ? (email === '' ? 'required' : emailProblem(email)) : null
  const fields: FieldProblem[] = [
    ...(firstName === '' ? [problem('first_name', 'required')] : []),
    ...(lastName === '' ? [problem('last_name', 'required')] : []),
    ...(emailCode === null ? [] : [problem('email', emailCode)]),
  ]
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
}

async function accept(db: Connection, call: UseCall, accepted: Accepted): Promise<{ token: string; recoveryCodes: string[] }> {
  const { services, now, ip, requestId, http } = call
  const { link } = accepted
  if (link.purpose === 'setup') await lockFirstStaff(db, invalidLink)
  // The link is consumed only here: the second of two simultaneous requests finds it used.
  const consumed = await db.run(
    sql`update staff_links set used_at = ${now} where id = ${link.id} and used_at is null and expires_at > ${now}`,
  )
  if (consumed === 0) throw invalidLink()
  const staffId = link.staff_id ?? newId(now)
  const sealed = sealStaffSecret(services, staffId, link.secret)
  await (link.staff_id === null ? insertFirst(db, staffId, accepted, sealed, now) : update(db, staffId, accepted, sealed, now))
  const recoveryCodes = await createStaffRecoveryCodes(db, staffId, now)
  await endStaffSessions(db, sql`s.staff_id = ${staffId}`, 'access_reset', now)
  const { token } = await startStaffSession(db, { staffId, ip, userAgent: http.userAgent, now })
  const change = { entity: 'staff', entityId: staffId, after: { by: link.purpose } }
  await record(db, { ...providerEntry({ call: 'staffLinkUse', by: null, ip, requestId }, 'done', change), staffId })
  return { token, recoveryCodes }
}

const insertFirst = (
  db: Connection,
  staffId: string,
  { email, firstName, lastName, passwordHash, step }: Accepted,
  sealed: Buffer,
  now: Date,
) =>
  db.run(sql`insert into staff (id, email, first_name, last_name, roles, password_hash, sealed_secret, last_step, created_at, joined_at)
    values (${staffId}, ${email}, ${firstName}, ${lastName}, ${[...staffRoles]}::text[], ${passwordHash}, ${sealed}, ${step}, ${now}, ${now})`)

const update = (db: Connection, staffId: string, { firstName, lastName, passwordHash, step }: Accepted, sealed: Buffer, now: Date) =>
  db.run(sql`update staff set first_name = ${firstName}, last_name = ${lastName}, sealed_secret = ${sealed}, last_step = ${step},
      earlier_hashes = (array_remove(array_prepend(password_hash, earlier_hashes), null))[1:${rememberedPasswords}], password_hash = ${passwordHash},
      joined_at = coalesce(joined_at, ${now}), disabled_at = null
    where id = ${staffId}`)
