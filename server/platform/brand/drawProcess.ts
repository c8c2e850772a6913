import { text } from 'node:stream/consumers'
import sharp from 'sharp'

// Draws the pictures that stand as JSON on the standard input, and writes PNGs to the standard output (drawPictures.ts).
type Drawing = { source: string; width: number; height: number; share?: number; background?: string }
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

async function draw({ source, width, height, share = 1, background }: Drawing): Promise<string> {
  const bytes = Buffer.from(source, 'base64')
  const inner = { width: Math.round(width * share), height: Math.round(height * share) }
  const { width: own = inner.width, format } = await sharp(bytes).metadata()
  // A drawing in vectors is drawn at the size that is wanted, not enlarged.
  const density = format === 'svg' ? Math.min(2_400, Math.max(72, (72 * inner.width) / own)) : 72
  const [left, top] = [Math.floor((width - inner.width) / 2), Math.floor((height - inner.height) / 2)]
  const under = background ?? clear
  const whole = sharp(bytes, { density, limitInputPixels: 16_000_000 })
    .resize({ ...inner, fit: 'contain', background: under })
    .extend({ left, top, right: width - inner.width - left, bottom: height - inner.height - top, background: under })
  const png = await (background === undefined ? whole : whole.flatten({ background })).png().toBuffer()
  return png.toString('base64')
}

process.stdout.write(JSON.stringify(await Promise.all((JSON.parse(await text(process.stdin)) as Drawing[]).map(draw)))) // our own process
