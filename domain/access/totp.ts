/** Codes of an authenticator application (RFC 4226, RFC 6238): six figures, half a minute each. */
const stepSeconds = 30
/** How many half minutes a clock may be off, either way (RFC 6238 §5.2). */
export const skewSteps = 1

/** The number of the half minute that an instant lies in. */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds)

/** The eight bytes that are signed for a step (RFC 4226 §5.2). */
export function stepBytes(step: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(step))
  return bytes
}

/** The six figures of a step, of the HMAC-SHA-1 of its bytes (RFC 4226 §5.3). The caller brings the HMAC: this is arithmetic. */
export function codeOf(hmac: Uint8Array): string {
  const view = new DataView(hmac.buffer, hmac.byteOffset, hmac.byteLength)
  const offset = view.getUint8(hmac.byteLength - 1) & 0xf
  return String((view.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in letters and figures that people can type (RFC 4648 §6), without padding. */
export function base32(bytes: Uint8Array): string {
  let [text, bits, count] = ['', 0, 0]
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff
    count += 8
    for (; count >= 5; count -= 5) text += alphabet[(bits >> (count - 5)) & 31]
  }
  return count > 0 ? text + alphabet[(bits << (5 - count)) & 31] : text
}

/** The address behind the QR code that applications read (the key URI format that they share). */
export function keyUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=${stepSeconds}`
}

/** Fours with a space, for whoever types it. */
export const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')
