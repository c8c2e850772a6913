import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto'

/** The P-256 key that identifies us to push services (RFC 8292). */
type Vapid = {
  /** The applicationServerKey of subscriptions: the uncompressed point, base64url. */
  publicKey: string
  /** The `authorization` header of a message. `subject`: the contact for the push service's operator, `mailto:` or `https:`. */
  authorization(endpoint: string, subject: string, now: Date): string
}

/** Half of the maximum of a day (RFC 8292 §2). */
const lifeSeconds = 12 * 3_600
/** The order of the curve (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/**
 * A private key derived from our secret, so that it is not stored and all machines have the same one: 48 bytes reduced to the range of the curve
 * (FIPS 186-5, A.2.1).
 */
export function vapidKeyOf(secret: string): string {
  const drawn = BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, '', 'web push', 48)).toString('hex')}`)
  const key = (drawn % (order - 1n)) + 1n
  return Buffer.from(key.toString(16).padStart(64, '0'), 'hex').toString('base64url')
}

/** Signs with a private key, 32 bytes in base64url. Throws when it is not valid for the curve. */
export function vapidOf(privateKey: string): Vapid {
  if (!/^[\w-]{43}$/.test(privateKey)) throw new RangeError('a VAPID private key must have 32 bytes in base64url')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(base64url)
  const key = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: privateKey } })
  const publicKey = base64url(point)
  const head = base64url(JSON.stringify({ typ: 'JWT', alg: 'ES256' }))
  return {
    publicKey,
    authorization(endpoint, subject, now) {
      const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now.getTime() / 1000) + lifeSeconds, sub: subject }
      const signed = `${head}.${base64url(JSON.stringify(claims))}`
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${base64url(signature)}, k=${publicKey}`
    },
  }
}
