import type { FieldProblem } from '#contract/platform/errors'
import { tidyEmail } from '#domain/platform/emailAddress'
import { countAttempt, networkSubject, resetAttempts, staffAddressSubject, uncountAttempt } from '../../access/session/attempts.ts'
import { type AuditEntry, record } from '../../platform/audit/record.ts'
import type { Change } from '../../platform/calls/call.ts'
import type { ConsoleHandler, ConsoleHandlerCall } from '../../platform/calls/consoleHandler.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { activeStaff } from '../../platform/consoleGateway/authenticateStaff.ts'
import { staffCookie } from '../../platform/consoleGateway/consoleCookie.ts'
import { providerEntry } from '../../platform/gateway/providerEntry.ts'
import { sql } from '../../platform/database/sql.ts'
import { staffExists } from './firstStaff.ts'
import { checkStaffCode } from './staffCodes.ts'
import { startStaffSession } from './staffSession.ts'

/** What the sign-in page shows. */
export const consoleSignInOptions: ConsoleHandler<'consoleSignInOptions'> = async ({ services }) => ({
  needsSetup: !(await staffExists(services.database)),
  openid: services.config.console.openid && { name: services.config.console.openid.name },
})

type StaffRow = { id: string; password_hash: string | null }
type SignIn = ConsoleHandlerCall<'staffSignIn'>

/**
 * Signs in by e-mail, password and code; nobody can do without the code. An unknown or disabled address costs the same work and gets the same answer.
 * Refuses with UnauthorizedException, SecondFactorRequired after a right password, ApiValidationException on `code`, or TooManyRequests (as for
 * merchants: from 5 wrong ones a growing delay, at 10 half an hour).
 */
export const staffSignIn: ConsoleHandler<'staffSignIn'> = async (call) => {
  const { body, services, now, ip, http } = call
  const person = await activeByEmail(call)
  const [subject, network] = [staffAddressSubject(body.email), networkSubject(ip, person !== undefined)]
  await countAttempt(services, [subject, network], now)
  if (!(await services.passwords.matches(body.password, person?.password_hash ?? null, { priority: 'stranger' })) || !person)
    throw await refused(call, person, new Refusal('UnauthorizedException'))
  await services.database.write(null, async (db) => {
    await resetAttempts(db, subject)
    await uncountAttempt(db, network)
  })
  const factor = await checkSecondFactor(call, person)
  const { token } = await services.database.write(null, async (db) => {
    const session = await startStaffSession(db, { staffId: person.id, ip, userAgent: http.userAgent, now })
    await record(db, entryOf(call, person, 'done', { entity: 'staff_session', entityId: session.id, after: { factor } }))
    return session
  })
  http.setCookie(staffCookie(services.config, token))
  return undefined
}

async function checkSecondFactor(call: SignIn, person: StaffRow): Promise<'authenticator' | 'recovery'> {
  const { body, services, now } = call
  if (body.code === undefined) throw await refused(call, person, new Refusal('SecondFactorRequired', { fields: factors() }))
  try {
    return await checkStaffCode(services, person.id, body.code, now)
  } catch (error) {
    if (error instanceof Refusal) await refused(call, person, error)
    throw error
  }
}

const factors = (): FieldProblem[] =>
  (['authenticator', 'recovery'] as const).map((name) => ({ name, code: 'available', message: text(`session.factor.${name}`) }))

const activeByEmail = ({ services, body }: SignIn): Promise<StaffRow | undefined> =>
  services.database.read(null, (db) =>
    db.first<StaffRow>(sql`select p.id, p.password_hash from staff p where p.email = ${tidyEmail(body.email)} and ${activeStaff}`),
  )

const entryOf = ({ ip, requestId }: SignIn, person: StaffRow | undefined, outcome: string, change?: Change): AuditEntry => ({
  ...providerEntry({ call: 'staffSignIn', by: null, ip, requestId }, outcome, change),
  staffId: person?.id,
})

/** The refusal, with an audit entry. */
async function refused(call: SignIn, person: StaffRow | undefined, refusal: Refusal): Promise<Refusal> {
  await call.services.database.write(null, (db) => record(db, entryOf(call, person, refusal.type)))
  return refusal
}
