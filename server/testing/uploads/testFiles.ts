import { deflateSync } from 'node:zlib'
import Pdf from 'pdfkit'
import sharp from 'sharp'

// Files as users and attackers upload them, generated here: the project contains no harmful sample.

type PdfOptions = { objects?: string[]; pages?: number; catalog?: string; trailer?: string; head?: string; tail?: string }

/** A PDF of so many empty pages with further objects, catalogue entries and trailer entries. */
export function pdfOf({ objects = [], pages = 1, catalog = '', trailer = '', head = '', tail = '\n' }: PdfOptions = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${10 + at} 0 R`).join(' ')
  const all = [
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${catalog} >>\nendobj`,
    `2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages} >>\nendobj`,
    ...Array.from({ length: pages }, (_, at) => `${10 + at} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj`),
    ...objects,
  ]
  return Buffer.from(
    `%PDF-1.7\n${head}${all.join('\n')}\ntrailer\n<< /Root 1 0 R /Size 99 ${trailer} >>\nstartxref\n9\n%%EOF${tail}`,
    'latin1',
  )
}

/** An object with a compressed stream. */
export function packed(data: string | Buffer, dictionary = '', number = 50, spoil = (bytes: Buffer): Buffer => bytes): string {
  const bytes = spoil(deflateSync(data))
  return `${number} 0 obj\n<< ${dictionary} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream\nendobj`
}

/** A PDF as a bank's program would write it. */
export const bankPdf = (options: ConstructorParameters<typeof Pdf>[0] = {}): Promise<Buffer> =>
  new Promise((resolve) => {
    const document = new Pdf(options)
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)))
    document.fontSize(14).text('Certificado de titularidad ES91 2100 0418 4502 0005 1332')
    document.end()
  })

/** An image of noise; `gps` adds location and camera metadata. */
export function picture(kind: 'jpeg' | 'png', { side = 600, gps = false } = {}): Promise<Buffer> {
  const image = sharp({
    create: {
      width: side,
      height: Math.round(side * 1.4),
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 200, sigma: 20 },
    },
  })
  const tagged = gps ? image.withExif({ IFD0: { Make: 'MarkedCamera' }, IFD3: { GPSLatitude: '40/1 25/1 0/1' } }) : image
  return (kind === 'jpeg' ? tagged.jpeg({ quality: 70 }) : tagged.png()).toBuffer()
}

/** The first part of a PNG or JPEG that declares 50 000 pixels in width and height. */
export async function hugePicture(kind: 'jpeg' | 'png'): Promise<Buffer> {
  const small = Buffer.from(await picture(kind, { side: 60 }))
  if (kind === 'png') {
    small.writeUInt32BE(50_000, 16)
    small.writeUInt32BE(50_000, 20)
    small.writeUInt32BE(crc32(small.subarray(12, 29)), 29)
  } else {
    const frame = small.indexOf(Buffer.from([0xff, 0xc0]))
    small.writeUInt16BE(50_000, frame + 5)
    small.writeUInt16BE(50_000, frame + 7)
  }
  return small
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
