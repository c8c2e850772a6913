import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

type Pixels = { data: Buffer; width: number; height: number }
/** Left and top of the first pixel that differs; all in pixels. */
type Box = { left: number; top: number; width: number; height: number }
/** The difference of two images: `share` is the share of pixels, from 0 to 1. */
export type Difference = { name: string; share: number; box: Box } | { name: string; missing: 'before' | 'after' }

const differenceEnding = '.difference.png'

const pixelsOf = async (file: Buffer): Promise<Pixels> => {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The tolerance per colour channel, of 255: the rounding of antialiased edges depends on what was drawn before. */
const rounding = 2

/** Whether both images have the same colour at a position; positions outside an image never match. */
function isSame(one: Pixels, other: Pixels, x: number, y: number): boolean {
  if (x >= Math.min(one.width, other.width) || y >= Math.min(one.height, other.height)) return false
  const [at, otherAt] = [(y * one.width + x) * 3, (y * other.width + x) * 3]
  for (let part = 0; part < 3; part += 1)
    if (Math.abs((one.data[at + part] ?? 0) - (other.data[otherAt + part] ?? 0)) > rounding) return false
  return true
}

/** Compares two images and draws the later one pale, with the differences in red; null if there are none. */
function differ(before: Pixels, after: Pixels): { share: number; box: Box; drawn: Pixels } | null {
  const [width, height] = [Math.max(before.width, after.width), Math.max(before.height, after.height)]
  const data = Buffer.alloc(width * height * 3, 255)
  let [count, left, right, top, bottom] = [0, width, 0, height, 0]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      if (isSame(before, after, x, y)) {
        for (let part = 0; part < 3; part += 1) data[at + part] = 191 + (after.data[(y * after.width + x) * 3 + part] ?? 0) / 4
        continue
      }
      data.set([220, 0, 40], at)
      count += 1
      ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), y]
    }
  if (count === 0) return null
  const box = { left, top, width: right - left + 1, height: bottom - top + 1 }
  return { share: count / (width * height), box, drawn: { data, width, height } }
}

const picturesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png') && !name.endsWith(differenceEnding))

/**
 * Compares two folders of images by pixels. Beside each image in `after` that differs it writes one that shows where.
 * `words`: only images whose name contains one of them.
 */
export async function compareScreens(before: string, after: string, words: readonly string[] = []): Promise<Difference[]> {
  const names = [...new Set([...picturesIn(before), ...picturesIn(after)])].toSorted()
  const chosen = names.filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  const differences: Difference[] = []
  for (const name of chosen) {
    const [earlier, later] = [join(before, name), join(after, name)]
    if (!existsSync(earlier)) differences.push({ name, missing: 'before' })
    else if (!existsSync(later)) differences.push({ name, missing: 'after' })
    else {
      const [first, other] = [readFileSync(earlier), readFileSync(later)]
      if (first.equals(other)) continue
      const difference = differ(await pixelsOf(first), await pixelsOf(other))
      if (!difference) continue
      const { share, box, drawn } = difference
      const { width, height } = drawn
      await sharp(drawn.data, { raw: { width, height, channels: 3 } })
        .png()
        .toFile(later.replace(/\.png$/, differenceEnding))
      differences.push({ name, share, box })
    }
  }
  return differences
}
