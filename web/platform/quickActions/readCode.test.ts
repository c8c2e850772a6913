import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { loadDecoder } from './readCode.ts'

/** A frame of a camera, of dark grey on light grey, in RGBA. */
function frameOf(isDark: (x: number, y: number) => boolean, width = 640, height = 480) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.fill(isDark(x, y) ? 40 : 215, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height, data }
}

test('a code that we draw is read again from a frame, and a frame without one says nothing', async () => {
  const decode = await loadDecoder()
  const link = 'https://pagos.tienda.example/checkout/4f6d1c2ab0974f20b1f30c5a3b0f7a11'
  const code = encodeQR(link, 'raw', { ecc: 'medium' })
  expect(decode(frameOf((x, y) => code[Math.floor((y - 40) / 8)]?.[Math.floor((x - 120) / 8)] === true))).toBe(link)
  expect(decode(frameOf((x, y) => (x + y) % 97 === 0))).toBeNull()
})
