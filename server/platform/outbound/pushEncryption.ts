import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser tells whoever may send to it (RFC 8291 §3.1): its P-256 point, uncompressed, and a secret of 16 bytes. */
export type PushKeys = { p256dh: Uint8Array; auth: Uint8Array }
/** What is drawn anew for each message; given only to reproduce a known one. */
type Drawn = { salt: Uint8Array; privateKey: Uint8Array }

const recordSize = 4_096
const [pointBytes, markBytes] = [65, 16]
/** What one record holds: less its mark and the delimiter after the words. */
export const mostPushBytes = recordSize - markBytes - 1

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * The body of a push message, readable by that browser alone: `aes128gcm` of RFC 8188 in one record, keyed as RFC 8291 §3 says. Throws when the
 * browser's point lies on no curve, or when the words do not fit into a record.
 */
export function encryptPush(words: string, { p256dh, auth }: PushKeys, drawn?: Drawn): Buffer {
  const plain = Buffer.from(words, 'utf8')
  if (plain.length > mostPushBytes) throw new RangeError('a push message has one record')
  const ours = createECDH('prime256v1')
  if (drawn) ours.setPrivateKey(drawn.privateKey)
  else ours.generateKeys()
  const salt = drawn?.salt ?? randomBytes(16)
  const point = ours.getPublicKey()

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, point])
  const secret = derive(ours.computeSecret(p256dh), auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)

  const head = Buffer.alloc(salt.length + 4 + 1)
  head.set(salt)
  head.writeUInt32BE(recordSize, salt.length)
  head.writeUInt8(pointBytes, salt.length + 4)
  const closing = createCipheriv('aes-128-gcm', key, nonce)
  // The delimiter of a last record (RFC 8188 §2).
  const closed = Buffer.concat([closing.update(plain), closing.update(Buffer.of(2)), closing.final(), closing.getAuthTag()])
  return Buffer.concat([head, point, closed])
}
