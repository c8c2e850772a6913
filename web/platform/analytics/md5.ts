const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const
const sines = Uint32Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32))

/** The message, a one bit, zeros, and its length in bits: a whole number of blocks of 64 bytes. */
function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text)
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n, true)
  return view
}

/** The mixing function of a step, and which word of the block it takes (RFC 1321 §3.4). */
function mixing(step: number, b: number, c: number, d: number): [mixed: number, word: number] {
  if (step < 16) return [(b & c) | (~b & d), step]
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16]
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16]
  return [c ^ (b | ~d), (7 * step) % 16]
}

function mixBlock(state: Uint32Array, view: DataView, at: number): void {
  let [a = 0, b = 0, c = 0, d = 0] = state
  for (let step = 0; step < 64; step += 1) {
    const [mixed, word] = mixing(step, b, c, d)
    const sum = (a + mixed + (sines[step] ?? 0) + view.getUint32(at + word * 4, true)) >>> 0
    const shift = shifts[step >> 4]?.[step % 4] ?? 0
    const turned = (sum << shift) | (sum >>> (32 - shift))
    ;[a, b, c, d] = [d, (b + turned) >>> 0, b, c]
  }
  for (const [index, value] of [a, b, c, d].entries()) state[index] = (state[index] ?? 0) + value
}

/**
 * The MD5 of a text's UTF-8 as 32 hexadecimal digits (RFC 1321), which browsers do not offer. The collector's protocol requires it as the checksum of an
 * upload; it has no security purpose.
 */
export function md5(text: string): string {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
  const view = padded(text)
  for (let at = 0; at < view.byteLength; at += 64) mixBlock(state, view, at)
  const bytes = new DataView(new ArrayBuffer(16))
  for (const [index, value] of state.entries()) bytes.setUint32(index * 4, value, true)
  return Array.from(new Uint8Array(bytes.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
