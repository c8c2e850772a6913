import { readFileSync } from 'node:fs'
import sharp from 'sharp'

// A process of its own, for some moments: the library's 20 MB stay out of the server.
// As arguments the size of the icon, how much of its width the mark takes, and the brand's colours as JSON. Out: a PNG.
const [size, share] = process.argv.slice(2, 4).map(Number) as [number, number] // our own process
const colours = JSON.parse(process.argv[4] ?? '') as { background: string } & Record<string, string>
const width = Math.round(size * share)
const before = Math.floor((size - width) / 2)
const after = size - width - before
const { background } = colours
const mark = readFileSync(new URL('../../../web/platform/styles/favicon.svg', import.meta.url), 'utf8')
  .replace('<svg', `<svg width="${width}" height="${width}"`)
  .replaceAll(/#[0-9a-f]{6}/g, (colour) => colours[colour] ?? colour)
const png = await sharp(Buffer.from(mark))
  .extend({ top: before, left: before, bottom: after, right: after, background })
  .flatten({ background })
  .png()
  .toBuffer()
process.stdout.write(png)
