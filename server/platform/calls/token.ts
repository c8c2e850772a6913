import { createHmac, timingSafeEqual } from 'node:crypto'
import { errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify, SignJWT } from 'jose'
import { type Secrets, withEach } from '../config/secrets.ts'
import { Refusal } from './refusal.ts'

export const accessSeconds = 600
const skewSeconds = 30
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Signs and reads the two tokens of a session. The access token is a JWT; the refresh token is derived from the session and its generation. What is given is
 * compared with what each of the secrets makes.
 */
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
  /** Whether this is the secret of such a link. */
  isLink(token: string, purpose: LinkPurpose, objectId: string, generation: number): boolean
  /** The secret of a link of which only a hash is stored, by which secret it was made then. */
  storedLinkOf(purpose: LinkPurpose, objectId: string, generation: number, isStored: (link: string) => boolean): string
  /** The code of a checkout's short address, 60 bits; only a hash of it is stored: `isStored` tells which of the secrets made it. */
  shortOf(checkoutId: string, generation: number, isStored?: (code: string) => boolean): string
  /** A one-time code of six digits, derived like a link's secret. */
  codeOf(objectId: string, generation: number): string
  /** Whether this is such a code. */
  isCode(code: string, objectId: string, generation: number): boolean
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

export function makeTokens(secrets: Secrets): Tokens {
  const keysOf = (purpose: string) => withEach(secrets, (secret) => createHmac('sha256', secret).update(purpose).digest())
  const [accessKeys, refreshKeys] = [keysOf('access'), keysOf('refresh')]
  const seal = (key: Buffer, sessionId: string, generation: number) =>
    createHmac('sha256', key).update(`${sessionId}.${generation}`).digest()

  // The signature of the same token is verified once; its times are checked on every call.
  const verified = new Map<string, Claims>()
  async function verifyAccess(token: string, now: Date): Promise<Claims> {
    try {
      const { payload } = await verifiedBy(accessKeys, token, {
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
        .sign(accessKeys[0]),

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
        const { payload } = await verifiedBy(accessKeys, token, {
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

    refreshOf: (sessionId, generation) => `${sessionId}.${generation}.${seal(refreshKeys[0], sessionId, generation).toString('base64url')}`,

    readRefresh(token) {
      const match = /^([0-9a-f-]{36})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/.exec(token)
      const [, sessionId = '', digits = '', mac = ''] = match ?? []
      const generation = Number(digits)
      const macBytes = Buffer.from(mac, 'base64url')
      if (!match || !refreshKeys.some((key) => timingSafeEqual(macBytes, seal(key, sessionId, generation))))
        throw new Refusal('InvalidToken')
      return { sessionId, generation }
    },

    ...linkSecrets(keysOf('links')),
  }
}

/** What opens a link, and what proves whose it is. */
function linkSecrets(
  keys: readonly [Buffer, ...Buffer[]],
): Pick<Tokens, 'linkOf' | 'isLink' | 'storedLinkOf' | 'shortOf' | 'codeOf' | 'isCode'> {
  const derive = (key: Buffer, subject: string) => createHmac('sha256', key).update(subject).digest()
  const link = (key: Buffer, purpose: LinkPurpose, objectId: string, generation: number) =>
    derive(key, `${purpose}.${objectId}.${generation}`).toString('base64url')
  const short = (key: Buffer, checkoutId: string, generation: number) =>
    charactersOf(derive(key, `short.${checkoutId}.${generation}`).subarray(0, 12))
  const code = (key: Buffer, objectId: string, generation: number) =>
    String(derive(key, `code.${objectId}.${generation}`).readUInt32BE() % 1_000_000).padStart(6, '0')
  return {
    linkOf: (...about) => link(keys[0], ...about),
    isLink: (given, ...about) => keys.some((key) => secretsMatch(given, link(key, ...about))),
    storedLinkOf: (purpose, objectId, generation, isStored) =>
      link(keys.find((key) => isStored(link(key, purpose, objectId, generation))) ?? keys[0], purpose, objectId, generation),
    shortOf: (checkoutId, generation, isStored = () => true) =>
      short(keys.find((key) => isStored(short(key, checkoutId, generation))) ?? keys[0], checkoutId, generation),
    codeOf: (...about) => code(keys[0], ...about),
    isCode: (given, ...about) => keys.some((key) => secretsMatch(given, code(key, ...about))),
  }
}

/** Verifies a JWT with the key that fits. Rejects with the library's error: of the time, or else of the last key. */
async function verifiedBy(keys: readonly Buffer[], token: string, options: JWTVerifyOptions): Promise<JWTVerifyResult> {
  for (const [at, key] of keys.entries())
    try {
      return await jwtVerify(token, key, options)
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed) || at === keys.length - 1) throw error
    }
  throw new errors.JWSSignatureVerificationFailed()
}

/** Without letters that look alike. */
const shortAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const charactersOf = (bytes: Buffer) => Array.from(bytes, (byte) => shortAlphabet[byte % 32]).join('')

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

/** Compares a given secret with the right one in constant time. Any text may be given, of any length. */
export function secretsMatch(shown: string, right: string): boolean {
  const [shownBytes, rightBytes] = [Buffer.from(shown), Buffer.from(right)]
  return shownBytes.length === rightBytes.length && timingSafeEqual(shownBytes, rightBytes)
}
