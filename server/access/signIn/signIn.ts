import type { FieldProblem } from '#contract/platform/errors'
import { record } from '../../platform/audit/record.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { checkCode, verifyPasskey } from '../secondFactor/verifyFactor.ts'
import { runAfterResponse } from '../session/afterResponse.ts'
import {
  addressSubject,
  countAttempt,
  deviceSubject,
  resetAttempts,
  addressLocked,
  networkSubject,
  uncountAttempt,
} from '../session/attempts.ts'
import { type KnownUser, sendLink, userByEmail } from '../session/userByEmail.ts'
import { checkDeviceCode, isKnownDevice, sendDeviceCode } from './knownDevice.ts'
import { completeSignIn } from './completeSignIn.ts'

/** The audit account for wrong attempts on unknown addresses: the same work, and a record of the attack. */
const unknownAccountId = '00000000-0000-0000-0000-000000000000'

/**
 * Signs in by e-mail and password, plus the second factor where there is one, or from a new device the mailed code where the installation
 * requires it. An unknown address costs the same work and gets the same answer. Refuses with UnauthorizedException, SecondFactorRequired
 * after a right password, ApiValidationException on `code`, or TooManyRequests (from 5 wrong ones a growing delay, at 10 half an hour).
 */
export const sessionSignIn: Handler<'sessionSignIn'> = async (call) => {
  const { body, services, now, ip, http } = call
  const user = await userByEmail(services, body.email)
  const { device } = http
  const known = user !== undefined && device !== undefined && (await isKnownDevice(services, user.id, device))
  // Attempts from a known device are counted apart: locking an address or network from outside does not lock its person out.
  const subject = known ? deviceSubject(user.id, device) : addressSubject(body.email)
  const networks = known ? [] : [networkSubject(ip, user !== undefined)]
  const locks = await countAttempt(services, [subject, ...networks], now)
  const priority = known ? 'known' : 'stranger'
  if (!(await services.passwords.matches(body.password, user?.password_hash ?? null, { priority })) || !user) {
    await auditRefusal(call, user, 'UnauthorizedException')
    throw refused(call, locks && !known)
  }
  await services.database.write(null, async (db) => {
    await resetAttempts(db, subject)
    for (const network of networks) await uncountAttempt(db, network)
  })
  await checkSecondStep(call, user, known)
  return completeSignIn({ ...call, call: 'sessionSignIn' }, user)
}

/** Checks what is required beside a right password. Wrong codes are counted by person, so guessing them does not lock the address. */
async function checkSecondStep(call: Call<'sessionSignIn'>, user: KnownUser, known: boolean): Promise<void> {
  const { body, services, now, http } = call
  const factor = user.second_factor_since !== null
  if (!factor && (!services.config.confirmNewDevices || known)) return
  if (body.code === undefined) {
    if (!factor) await sendDeviceCode(services, user, http.userAgent, now)
    await auditRefusal(call, user, 'SecondFactorRequired')
    throw new Refusal('SecondFactorRequired', { fields: factor ? await factorsOf(call, user) : [factorField('device')] })
  }
  try {
    await (factor ? checkCode(services, user.id, body.code, now) : checkDeviceCode(services, user.id, body.code, now))
  } catch (error) {
    if (error instanceof Refusal) await auditRefusal(call, user, error.type)
    throw error
  }
}

const factorField = (name: 'authenticator' | 'recovery' | 'passkey' | 'device'): FieldProblem => ({
  name,
  code: 'available',
  message: text(`session.factor.${name}`),
})

/** The second factors this person has: revealed only after a right password. */
async function factorsOf({ services }: Call<'sessionSignIn'>, { id }: KnownUser): Promise<FieldProblem[]> {
  const row = await services.database.read(null, (db) =>
    db.first<{ authenticator: boolean; passkey: boolean; recovery: boolean }>(sql`
      select exists (select from authenticators where user_id = ${id} and confirmed_at is not null) as authenticator,
        exists (select from passkeys where user_id = ${id}) as passkey,
        exists (select from recovery_codes where user_id = ${id} and used_at is null) as recovery`),
  )
  return (['authenticator', 'passkey', 'recovery'] as const).filter((name) => row?.[name]).map(factorField)
}

/** An audit entry for a refused sign-in. */
async function auditRefusal(
  { services, ip, requestId }: Call<'sessionSignIn'>,
  user: KnownUser | undefined,
  outcome: string,
): Promise<void> {
  await services.database.write(null, (db) =>
    record(db, {
      accountId: user?.account_id ?? unknownAccountId,
      merchantId: null,
      mode: null,
      userId: user?.id ?? null,
      role: user?.role ?? null,
      ip,
      call: 'sessionSignIn',
      outcome,
      requestId,
    }),
  )
}

function refused({ services, body, now }: Call<'sessionSignIn'>, locks: boolean): Refusal {
  if (!locks) return new Refusal('UnauthorizedException')
  runAfterResponse(services, 'unlock', async () => {
    const owner = await userByEmail(services, body.email)
    if (owner) await sendLink(services, owner, 'unlock', now)
  })
  return addressLocked()
}

/**
 * Signs in with a passkey alone, which identifies and verifies its person. Refuses with PasskeyNotAccepted, the same for an unknown passkey
 * and a wrong signature, or TooManyRequests by network.
 */
export const sessionPasskeySignIn: Handler<'sessionPasskeySignIn'> = async (call) => {
  const { body, services, now, ip } = call
  const network = networkSubject(ip)
  await countAttempt(services, [network], now)
  const owner = await services.database.write(null, (db) => verifyPasskey(db, services, body.passkey, now))
  const user = owner && (await userByEmail(services, owner.email))
  if (!user) throw new Refusal('PasskeyNotAccepted')
  await services.database.write(null, (db) => uncountAttempt(db, network))
  return completeSignIn({ ...call, call: 'sessionPasskeySignIn' }, user)
}
