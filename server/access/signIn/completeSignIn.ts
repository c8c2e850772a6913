import type { AnswerOf } from '#contract/platform/endpoint'
import type { sessionSignIn } from '#contract/access/session'
import type { Call } from '../../platform/calls/call.ts'
import { offeredOr } from '../../platform/calls/messages.ts'
import { accessSeconds } from '../../platform/calls/token.ts'
import { companionCookie, deviceCookie, languageCookie, claimDevice } from '../session/cookies.ts'
import { rememberDevice } from './knownDevice.ts'
import { startSession } from '../session/startSession.ts'
import type { KnownUser } from '../session/userByEmail.ts'

/** The request of any kind of sign-in. */
type Entry = Pick<Call<'sessionSignIn'>, 'services' | 'now' | 'ip' | 'http' | 'requestId'>

/** Opens a session after successful authentication: returns both tokens and sets the cookies of companion and known device. */
export async function completeSignIn(
  entry: Entry & { call: 'sessionSignIn' | 'sessionPasskeySignIn' },
  user: KnownUser,
): Promise<AnswerOf<typeof sessionSignIn>> {
  const { services, now, http } = entry
  const { sessionId, companion, locale, idleSeconds, device } = await services.database.write(null, async (db) => {
    const session = await startSession(db, user, entry)
    const deviceToken = await rememberDevice(db, { userId: user.id, token: http.device, userAgent: http.userAgent }, now)
    claimDevice(db, deviceToken, { userId: user.id, sessionId: session.sessionId })
    return { ...session, device: deviceToken }
  })
  http.setCookie(companionCookie(services.config, companion))
  http.setCookie(deviceCookie(services.config, device))
  if (locale !== null) http.setCookie(languageCookie(services.config, offeredOr(locale)))
  return {
    accessToken: await services.tokens.signAccess({ userId: user.id, sessionId, now }),
    refreshToken: services.tokens.refreshOf(sessionId, 1),
    expiresIn: accessSeconds,
    idleSeconds,
  }
}
