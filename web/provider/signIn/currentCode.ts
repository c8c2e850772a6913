import { codeOf, stepBytes, stepOf } from '#domain/access/totp'
import { serverNow } from '../../platform/api/serverClock.ts'

/**
 * The code that an authenticator app shows now, for the demo's people. `ahead`: time steps from now, because a code is good once and the next one is
 * accepted already. Null where the browser has no cryptography: pages without HTTPS from another device.
 */
export async function currentCode(secretBase32: string, ahead = 0): Promise<string | null> {
  const cryptography = crypto.subtle as SubtleCrypto | undefined // missing outside secure contexts
  if (!cryptography) return null
  const key = await cryptography.importKey('raw', bytesOf(secretBase32), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const signed = await cryptography.sign('HMAC', key, new Uint8Array(stepBytes(stepOf(serverNow()) + ahead)))
  return codeOf(new Uint8Array(signed))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a base32 text (RFC 4648 §6) without padding. */
function bytesOf(base32: string): Uint8Array<ArrayBuffer> {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return new Uint8Array((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
