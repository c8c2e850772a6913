import { createHmac, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { Refusal } from './refusal.ts'

export const accessSeconds = 600
const skewSeconds = 30
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Signs and reads the two tokens of a session. The access token is a JWT; the refresh token is derived from the session and its generation. */
export type Tokens = {
  signAccess(claims: { userId: string; sessionId: string; now: Date }): Promise<string>
  /** Refuses with TokenExpired or InvalidToken. */
  readAccess(token: string, now: Date): Promise<{ userId: string; sessionId: string }>
  /** The session of an access token that we signed, also when it has expired; only for ending that session. */
  sessionOf(token: string): Promise<string | undefined>
  refreshOf(sessionId: string, generation: number): string
  /** Session and generation of a refresh token. Refuses with InvalidToken when we did not sign it. */
  readRefresh(token: string): { sessionId: string; generation: number }
  /** The secret of a link, derived from the object it opens and its generation; it is not stored. */
  linkOf(purpose: LinkPurpose, objectId: string, generation: number): string
  /** The code of a checkout's short address, 60 bits; only a hash of it is stored. */
  shortOf(checkoutId: string, generation: number): string
  /** A one-time code of six digits, derived like a link's secret. */
  codeOf(objectId: string, generation: number): string
}

type Claims = { userId: string; sessionId: string; iat: number; exp: number }
const maxVerified = 10_000

type LinkPurpose =
  | 'checkout'
  | 'bank'
  | 'identity_return'
  | 'bank_return'
  | 'delegation'
  | 'package_recipient'
  | 'package'
  | 'email_confirm'
  | 'email_stop'
  | 'iban_stop'
  | 'invitation'
  | 'staff'
  | 'credit'

export function makeTokens(secret: string): Tokens {
  const key = createHmac('sha256', secret).update('access').digest()
  const refreshKey = createHmac('sha256', secret).update('refresh').digest()
  const linkKey = createHmac('sha256', secret).update('links').digest()
  const derive = (subject: string) => createHmac('sha256', linkKey).update(subject).digest()
  const seal = (sessionId: string, generation: number) => createHmac('sha256', refreshKey).update(`${sessionId}.${generation}`).digest()

  // The signature of the same token is verified once; its times are checked on every call.
  const verified = new Map<string, Claims>()
  async function verifyAccess(token: string, now: Date): Promise<Claims> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        audience: 'back-office',
        issuer: 'trastienda',
        currentDate: now,
        clockTolerance: 0,
        requiredClaims: ['sub', 'sid', 'exp', 'iat'],
      })
      const { sub, sid, iat, exp } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string' || !uuidPattern.test(sid) || iat === undefined || exp === undefined)
        throw new Refusal('InvalidToken')
      return { userId: sub, sessionId: sid, iat, exp }
    } catch (error) {
      throw error instanceof errors.JWTExpired ? new Refusal('TokenExpired') : new Refusal('InvalidToken')
    }
  }

  return {
    signAccess: ({ userId, sessionId, now }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(userId)
        .setAudience('back-office')
        .setIssuer('trastienda')
        .setIssuedAt(seconds(now))
        .setExpirationTime(seconds(now) + accessSeconds)
        .sign(key),

    async readAccess(token, now) {
      const claims = verified.get(token) ?? (await verifyAccess(token, now))
      if (claims.exp <= seconds(now)) throw new Refusal('TokenExpired')
      if (claims.iat > seconds(now) + skewSeconds) throw new Refusal('InvalidToken')
      if (verified.size >= maxVerified) verified.clear()
      verified.set(token, claims)
      return claims
    },

    async sessionOf(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          audience: 'back-office',
          issuer: 'trastienda',
          currentDate: new Date(0),
        })
        return typeof payload.sid === 'string' && uuidPattern.test(payload.sid) ? payload.sid : undefined
      } catch {
        return undefined
      }
    },

    refreshOf: (sessionId, generation) => `${sessionId}.${generation}.${seal(sessionId, generation).toString('base64url')}`,

    readRefresh(token) {
      const match = /^([0-9a-f-]{36})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/.exec(token)
      const [, sessionId = '', digits = '', mac = ''] = match ?? []
      const generation = Number(digits)
      if (!match || !timingSafeEqual(Buffer.from(mac, 'base64url'), seal(sessionId, generation))) throw new Refusal('InvalidToken')
      return { sessionId, generation }
    },

    ...linkSecrets(derive),
  }
}

/** What opens a link, and what proves whose it is. */
const linkSecrets = (derive: (subject: string) => Buffer): Pick<Tokens, 'linkOf' | 'shortOf' | 'codeOf'> => ({
  linkOf: (purpose, objectId, generation) => derive(`${purpose}.${objectId}.${generation}`).toString('base64url'),
  shortOf: (checkoutId, generation) => charactersOf(derive(`short.${checkoutId}.${generation}`).subarray(0, 12)),
  codeOf: (objectId, generation) => String(derive(`code.${objectId}.${generation}`).readUInt32BE() % 1_000_000).padStart(6, '0'),
})

/** Without letters that look alike. */
const shortAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const charactersOf = (bytes: Buffer) => Array.from(bytes, (byte) => shortAlphabet[byte % 32]).join('')

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** Compares a given secret with the right one in constant time. Any text may be given, of any length. */
export function secretsMatch(shown: string, right: string): boolean {
  const [given, wanted] = [Buffer.from(shown), Buffer.from(right)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
