import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a push subscription (RFC 8291 §3.1): the browser's P-256 point, uncompressed, and an authentication secret of 16 bytes. */
export type PushKeys = { p256dh: Uint8Array; auth: Uint8Array }
/** Random values of each message; given only to reproduce the test vector. */
type Randomness = { salt: Uint8Array; privateKey: Uint8Array }

const recordSize = 4_096
const [pointBytes, tagBytes] = [65, 16]
/** Payload of one record: its size less the authentication tag and the delimiter. */
export const maxPushBytes = recordSize - tagBytes - 1

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * The encrypted body of a push message: `aes128gcm` of RFC 8188 in one record, with the keys of RFC 8291 §3. Throws when the browser's point is not on
 * the curve, or when the text does not fit into one record.
 */
export function encryptPush(text: string, { p256dh, auth }: PushKeys, randomness?: Randomness): Buffer {
  const plain = Buffer.from(text, 'utf8')
  if (plain.length > maxPushBytes)
    throw new RangeError(`push message of ${plain.length} bytes does not fit into one record of ${maxPushBytes}`)
  const ownKeys = createECDH('prime256v1')
  if (randomness) ownKeys.setPrivateKey(randomness.privateKey)
  else ownKeys.generateKeys()
  const salt = randomness?.salt ?? randomBytes(16)
  const point = ownKeys.getPublicKey()

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, point])
  const secret = derive(ownKeys.computeSecret(p256dh), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)

  const head = Buffer.alloc(salt.length + 4 + 1)
  head.set(salt)
  head.writeUInt32BE(recordSize, salt.length)
  head.writeUInt8(pointBytes, salt.length + 4)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The delimiter of the last record (RFC 8188 §2).
  const encrypted = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([head, point, encrypted])
}
