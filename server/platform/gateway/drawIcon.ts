import { readFileSync } from 'node:fs'
import sharp from 'sharp'

// Runs as a short-lived child process, which keeps the library's 20 MB out of the server.
// Arguments: the size of the icon in pixels, the share of its width that the mark takes, and the brand's colours as JSON. Output: a PNG on stdout.
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
