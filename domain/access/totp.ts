/** Codes of an authenticator app (RFC 4226, RFC 6238): six digits, time steps of 30 seconds. */
const stepSeconds = 30
/** How many time steps a clock may be off, either way (RFC 6238 §5.2). */
export const skewSteps = 1

/** The number of the time step of an instant. */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds)

/** The eight bytes signed for a time step (RFC 4226 §5.2). */
export function stepBytes(step: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(step))
  return bytes
}

/** The six digits of the HMAC-SHA-1 of a time step's bytes (RFC 4226 §5.3). The caller computes the HMAC. */
export function codeOf(hmac: Uint8Array): string {
  const view = new DataView(hmac.buffer, hmac.byteOffset, hmac.byteLength)
  const offset = view.getUint8(hmac.byteLength - 1) & 0xf
  return String((view.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 (RFC 4648 §6) without padding. */
export function base32(bytes: Uint8Array): string {
  let [text, bits, count] = ['', 0, 0]
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff
    count += 8
    for (; count >= 5; count -= 5) text += alphabet[(bits >> (count - 5)) & 31]
  }
  return count > 0 ? text + alphabet[(bits << (5 - count)) & 31] : text
}

/** The URI of the QR code (the key URI format that authenticator apps share). */
export function keyUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=${stepSeconds}`
}

/** Groups of four separated by spaces, for typing. */
export const groupedByFour = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ')
