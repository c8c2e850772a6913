/** Round constants: the first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const primes = Array.from({ length: 311 }, (_, index) => index + 2).filter((value) =>
  Array.from({ length: Math.floor(Math.sqrt(value)) - 1 }, (_, index) => index + 2).every((divisor) => value % divisor !== 0),
)
const fraction = (value: number) => Math.floor((value - Math.floor(value)) * 2 ** 32)
const rounds = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const rotateRight = (value: number, by: number) => (value >>> by) | (value << (32 - by))

/** Processes one block of 64 bytes. All indices are in bounds: `?? 0` is for the compiler. */
function mix(state: Int32Array, words: Int32Array, view: DataView, offset: number): void {
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(offset + index * 4)
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15] ?? 0
    const late = words[index - 2] ?? 0
    const spread = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)
    const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10)
    words[index] = ((words[index - 16] ?? 0) + spread + (words[index - 7] ?? 0) + second) | 0
  }
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let f = state[5] ?? 0
  let g = state[6] ?? 0
  let h = state[7] ?? 0
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g)
    const one =
      (h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + choice + (rounds[index] ?? 0) + (words[index] ?? 0)) | 0
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  add(state, 0, a)
  add(state, 1, b)
  add(state, 2, c)
  add(state, 3, d)
  add(state, 4, e)
  add(state, 5, f)
  add(state, 6, g)
  add(state, 7, h)
}

function add(state: Int32Array, index: number, value: number): void {
  state[index] = ((state[index] ?? 0) + value) | 0
}

/**
 * The SHA-256 of a byte stream, in hexadecimal, block by block, so that a large file is not held in memory. Implemented here because `crypto.subtle` is
 * missing on pages without HTTPS and cannot digest a stream (FIPS 180-4).
 */
export async function sha256(bytes: AsyncIterable<Uint8Array>, onProgress: (bytes: number) => void = () => {}): Promise<string> {
  const [state, words] = [Int32Array.from(start), new Int32Array(64)]
  const block = new Uint8Array(64)
  const blockView = new DataView(block.buffer)
  let [buffered, total] = [0, 0]
  for await (const piece of bytes) {
    total += piece.length
    let offset = 0
    if (buffered > 0) {
      offset = Math.min(64 - buffered, piece.length)
      block.set(piece.subarray(0, offset), buffered)
      buffered += offset
      if (buffered < 64) continue
      mix(state, words, blockView, 0)
    }
    const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength)
    for (; offset + 64 <= piece.length; offset += 64) mix(state, words, view, offset)
    block.set(piece.subarray(offset))
    buffered = piece.length - offset
    onProgress(total)
  }
  block.fill(0, buffered)
  block[buffered] = 0x80
  if (buffered >= 56) {
    mix(state, words, blockView, 0)
    block.fill(0)
  }
  blockView.setBigUint64(56, BigInt(total) * 8n)
  mix(state, words, blockView, 0)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
