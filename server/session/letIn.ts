import type { AnswerOf } from '#contract/endpoint'
import type { sessionSignIn } from '#contract/session'
import type { Call } from '../http/call.ts'
import { offeredOr } from '../http/messages.ts'
import { accessSeconds } from '../http/token.ts'
import { companionCookie } from './companionCookie.ts'
import { deviceCookie } from './deviceCookie.ts'
import { rememberDevice } from './knownDevice.ts'
import { languageCookie } from './languageCookie.ts'
import { startSession } from './startSession.ts'
import { takeOverDevice } from './takeOverDevice.ts'
import type { KnownUser } from './userByEmail.ts'

/** What a sign-in knows of its request, whichever way it came. */
export type Entry = Pick<Call<'sessionSignIn'>, 'house' | 'now' | 'ip' | 'http' | 'requestId'>

/** Begins the session of somebody who has shown all that was asked for: both tokens, the companion cookie, and the mark of a known device. */
export async function letIn(
  entry: Entry & { call: 'sessionSignIn' | 'sessionPasskeySignIn' },
  user: KnownUser,
): Promise<AnswerOf<typeof sessionSignIn>> {
  const { house, now, http } = entry
  const { sessionId, companion, locale, idleSeconds, device } = await house.database.write(null, async (db) => {
    const session = await startSession(db, user, entry)
    const mark = await rememberDevice(db, { userId: user.id, token: http.device, userAgent: http.userAgent }, now)
    takeOverDevice(db, mark, { userId: user.id, sessionId: session.sessionId })
    return { ...session, device: mark }
  })
  http.setCookie(companionCookie(house.config, companion))
  http.setCookie(deviceCookie(house.config, device))
  if (locale !== null) http.setCookie(languageCookie(house.config, offeredOr(locale)))
  return {
    accessToken: await house.tokens.signAccess({ userId: user.id, sessionId, now }),
    refreshToken: house.tokens.refreshOf(sessionId, 1),
    expiresIn: accessSeconds,
    idleSeconds,
  }
}
