import sharp from 'sharp'
import type { FileKind } from './fileKind.ts'
import type { FileProblem } from './scanPdf.ts'

/** Maximum pixels accepted, above any scan of a page, and the longest side stored: an A4 page at 240 dpi. */
const maxPoints = 40_000_000
const maxSide = 2_800
/** A larger PNG is a photograph, which is stored as a JPEG. */
const maxPngBytes = 5_000_000

type Remade = { kind: FileKind; bytes: Buffer }

/**
 * Re-encodes an image from its pixels, which removes metadata (location, camera) and appended data. Runs in a child process
 * (`examine.ts`).
 */
export async function remakeImage(bytes: Buffer, kind: 'image/jpeg' | 'image/png'): Promise<Remade | FileProblem> {
  sharp.cache(false)
  sharp.concurrency(1)
  const open = () => sharp(bytes, { limitInputPixels: maxPoints, failOn: 'error', sequentialRead: true, pages: 1 })
  try {
    const { format, width, height } = await open().metadata()
    if (format !== (kind === 'image/jpeg' ? 'jpeg' : 'png')) return 'unreadable'
    if (width * height > maxPoints) return 'large'
    if (width < 50 || height < 50) return 'empty'
    const picture = () =>
      open().autoOrient().resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true }).toColourspace('srgb')
    if (kind === 'image/png') {
      const png = await picture().png({ compressionLevel: 6 }).toBuffer()
      if (png.length <= maxPngBytes) return { kind, bytes: png }
    }
    return { kind: 'image/jpeg', bytes: await picture().flatten({ background: '#ffffff' }).jpeg({ quality: 88 }).toBuffer() }
  } catch (error) {
    return /pixel limit|dimensions|too large/i.test((error as Error).message) ? 'large' : 'unreadable'
  }
}
