import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

async function* pieces(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield part
}
const text = (words: string) => sha256(pieces(new TextEncoder().encode(words)))

describe('SHA-256', () => {
  it('matches the vectors of FIPS 180-4', async () => {
    expect(await sha256(pieces())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(await text('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(await text('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    )
    expect(await text('a'.repeat(1_000_000))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0')
  })

  it("matches the system's own digest at every length around a block, however the bytes are split", async () => {
    for (let length = 0; length < 200; length += 1) {
      const bytes = randomBytes(length)
      const cut = Math.floor(Math.random() * (length + 1))
      const whole = createHash('sha256').update(bytes).digest('hex')
      expect(await sha256(pieces(bytes.subarray(0, cut), new Uint8Array(0), bytes.subarray(cut))), `${length}, cut at ${cut}`).toBe(whole)
      expect(await sha256(pieces(...Array.from(bytes, (byte) => Uint8Array.of(byte)))), `${length}, one by one`).toBe(whole)
    }
  })

  it('reports progress', async () => {
    const progress: number[] = []
    await sha256(pieces(new Uint8Array(100), new Uint8Array(50)), (bytes) => progress.push(bytes))
    expect(progress).toEqual([100, 150])
  })
})
