import { record } from '../audit/record.ts'
import { sql } from '../db/sql.ts'
import type { Call, Handler } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { accessSeconds } from '../http/token.ts'
import { companionHash, idleSeconds } from '../http/who.ts'
import { afterwards } from './afterwards.ts'
import { addressSubject, countTry, deviceSubject, forget, locked, networkSubject, takeBack } from './attempts.ts'
import { companionCookie } from './companionCookie.ts'
import { passwordMatches } from './passwordHash.ts'
import { sendLink } from './sendLink.ts'
import { startSession } from './startSession.ts'
import { userByEmail, type KnownUser } from './userByEmail.ts'

/** Wrong tries on addresses that belong to nobody are kept under this account: the same work, and a trail of the attack. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Signs in by e-mail and password. An unknown address costs the same work and gets the same answer. Refuses with
 * UnauthorizedException, or TooManyRequests once too many tries failed (5: growing delay, 10: half an hour).
 */
export const signIn: Handler<'sessionSignIn'> = async (call) => {
  const { body, house, now, ip, http } = call
  const user = await userByEmail(house, body.email)
  const device = user && (await knownDevice(call, user))
  // The owner's own browser is counted apart: who locks an address from outside does not lock its owner out.
  const subject = device === undefined ? addressSubject(body.email) : deviceSubject(device)
  const network = networkSubject(ip)
  const locks = await countTry(house, [subject, network], now)
  if (!(await passwordMatches(body.password, user?.password_hash ?? null)) || !user)
    throw await refused(call, user, locks && device === undefined)

  const { sessionId, companion } = await house.database.write(null, async (db) => {
    await forget(db, subject)
    await takeBack(db, network)
    return startSession(db, user, call)
  })
  http.setCookie(companionCookie(house.config, companion))
  return {
    accessToken: await house.tokens.signAccess({ userId: user.id, sessionId, now }),
    refreshToken: house.tokens.refreshOf(sessionId, 1),
    expiresIn: accessSeconds,
    idleSeconds,
  }
}

/** An older session of this very person that the browser still holds the companion of. */
async function knownDevice({ house, http, now }: Call<'sessionSignIn'>, user: KnownUser): Promise<string | undefined> {
  const { companion } = http
  if (companion === undefined) return undefined
  const row = await house.database.read(null, (db) =>
    db.first<{ id: string }>(sql`
    select id from sessions where user_id = ${user.id} and ended_at is null and expires_at > ${now} and companion_hash = ${companionHash(companion)}`),
  )
  return row?.id
}

async function refused(
  { house, body, now, ip, requestId }: Call<'sessionSignIn'>,
  user: KnownUser | undefined,
  locks: boolean,
): Promise<Refusal> {
  await house.database.write(null, (db) =>
    record(db, {
      accountId: user?.account_id ?? nobody,
      merchantId: null,
      mode: null,
      userId: user?.id ?? null,
      role: user?.role ?? null,
      ip,
      call: 'sessionSignIn',
      outcome: 'UnauthorizedException',
      requestId,
    }),
  )
  if (!locks) return new Refusal('UnauthorizedException')
  afterwards(house, 'unlock', async () => {
    const owner = await userByEmail(house, body.email)
    if (owner) await sendLink(house, owner, 'unlock', now)
  })
  return locked()
}
