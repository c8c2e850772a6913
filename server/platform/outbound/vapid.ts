import { createECDH, createPrivateKey, hkdfSync, sign } from 'node:crypto'

/** Who sends: a P-256 key that push services know us by (RFC 8292). */
type Vapid = {
  /** What browsers subscribe under: the uncompressed point, base64url. */
  publicKey: string
  /** The `authorization` of a message to a push service's address. `subject`: whom its operator may write to, `mailto:` or `https:`. */
  authorization(endpoint: string, subject: string, now: Date): string
}

/** Half of the day that is allowed at most (RFC 8292 §2). */
const lifeSeconds = 12 * 3_600
/** The order of the curve (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/**
 * A private key that follows from a secret of ours, so that nothing of it rests anywhere and all machines have the same: 48 bytes brought into the
 * range of the curve (FIPS 186-5, A.2.1).
 */
export function vapidKeyOf(secret: string): string {
  const drawn = BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, '', 'web push', 48)).toString('hex')}`)
  const key = (drawn % (order - 1n)) + 1n
  return Buffer.from(key.toString(16).padStart(64, '0'), 'hex').toString('base64url')
}

/** Signs with a private key, 32 bytes in base64url. Throws when it is none of the curve. */
export function vapidOf(privateKey: string): Vapid {
  if (!/^[\w-]{43}$/.test(privateKey)) throw new RangeError('a private key has 32 bytes')
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
      const mark = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${base64url(mark)}, k=${publicKey}`
    },
  }
}
