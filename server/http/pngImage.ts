import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A square picture as PNG (ISO/IEC 15948). `points`: three bytes each, red, green, blue, row by row. */
export function pngImage(size: number, points: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  // Eight bits a colour, three colours, no interlacing.
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(size * (size * 3 + 1))
  for (let row = 0; row < size; row += 1) points.copy(rows, row * (size * 3 + 1) + 1, row * size * 3, (row + 1) * size * 3)
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))])
}
