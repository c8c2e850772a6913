import { createPublicKey, hash, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'

/**
 * The part of Web Authentication Level 3 that a site without attestation needs: parses what authenticator and browser reported, and
 * verifies the signature. The browser provides the new key as SubjectPublicKeyInfo (Web Authentication §5.2.1.1), so no CBOR is parsed.
 */

/** Supported COSE algorithms (RFC 9053): ES256, EdDSA, RS256. */
const algorithms = { es256: -7, eddsa: -8, rs256: -257 } as const

type AuthenticatorData = {
  rpIdHash: Buffer
  userPresent: boolean
  userVerified: boolean
  signCount: number
  credentialId: Buffer | undefined
}

/** Parses authenticator data (Web Authentication §6.1); undefined when it is too short for its flags. */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData | undefined {
  if (bytes.length < 37) return undefined
  const flags = bytes.readUInt8(32)
  let credentialId: Buffer | undefined
  if (flags & 0x40) {
    const length = bytes.length < 55 ? Infinity : bytes.readUInt16BE(53)
    if (bytes.length < 55 + length) return undefined
    credentialId = bytes.subarray(55, 55 + length)
  }
  return {
    rpIdHash: bytes.subarray(0, 32),
    userPresent: (flags & 0x01) !== 0,
    userVerified: (flags & 0x04) !== 0,
    signCount: bytes.readUInt32BE(33),
    credentialId,
  }
}

type ClientData = { type: string; challenge: string; origin: string }

/** Parses client data (Web Authentication §5.8.1); undefined when malformed, or created in a cross-origin frame. */
export function readClientData(bytes: Buffer): ClientData | undefined {
  try {
    const parsed = JSON.parse(bytes.toString('utf8')) as Record<string, unknown> | null
    const { type, challenge, origin, crossOrigin } = parsed ?? {}
    if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string' || crossOrigin === true) return undefined
    return { type, challenge, origin }
  } catch {
    return undefined
  }
}

/** The passkey's public key, when it matches the algorithm; undefined otherwise. */
export function readPublicKey(spki: Buffer, algorithm: number): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = key
    if (algorithm === algorithms.es256) return kind === 'ec' && details?.namedCurve === 'prime256v1' ? key : undefined
    if (algorithm === algorithms.eddsa) return kind === 'ed25519' ? key : undefined
    if (algorithm === algorithms.rs256) return kind === 'rsa' && (details?.modulusLength ?? 0) >= 2048 ? key : undefined
    return undefined
  } catch {
    return undefined
  }
}

/** Whether the key signed authenticator data and client data (Web Authentication §7.2, steps 20 and 21). */
export function verifySignature(
  key: KeyObject,
  algorithm: number,
  { authenticatorData, clientData, signature }: { authenticatorData: Buffer; clientData: Buffer; signature: Buffer },
): boolean {
  const signed = Buffer.concat([authenticatorData, hash('sha256', clientData, 'buffer')])
  try {
    return verify(algorithm === algorithms.eddsa ? null : 'sha256', signed, key, signature)
  } catch {
    return false
  }
}

const loopback = new Set(['127.0.0.1', '[::1]'])

/** The origins of this installation. Browsers accept no IP address as relying party id, so a local one is also `localhost`. */
function originsOf(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  return loopback.has(hostname) ? [origin, `${protocol}//localhost${port === '' ? '' : `:${port}`}`] : [origin]
}

/** Whether this was created on our origin, for our relying party id, with the user present and verified (Web Authentication §7.1, §7.2). */
export function isForThisSite({ publicUrl }: Pick<Config, 'publicUrl'>, client: ClientData, authenticator: AuthenticatorData): boolean {
  if (!originsOf(publicUrl).includes(client.origin)) return false
  const ownHostHash = hash('sha256', new URL(client.origin).hostname, 'buffer')
  return timingSafeEqual(authenticator.rpIdHash, ownHostHash) && authenticator.userPresent && authenticator.userVerified
}
