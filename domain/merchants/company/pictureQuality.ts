/** A greyscale picture, 0 to 255, row by row. */
export type GreyPicture = { width: number; height: number; grey: ArrayLike<number> }

/** A problem of a photograph; each has a message. */
export type PictureProblem = 'small' | 'blurred' | 'dark' | 'cut'

/** The fewest pixels of the shorter side: a card filling it is read at about 200 dpi. */
const minSide = 640

/** Determined with sharp, blurred and cropped photographs of cards and sheets. */
const limits = { sharpness: 60, brightness: 60, edge: 0.02, busy: 24, sides: 2 } as const

const at = ({ width, grey }: GreyPicture, x: number, y: number): number => grey[y * width + x] ?? 0

/** The variance of the picture's Laplacian: high for sharp letters. */
export function sharpnessOf(picture: GreyPicture): number {
  const { width, height } = picture
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const bend = at(picture, x - 1, y) + at(picture, x + 1, y) + at(picture, x, y - 1) + at(picture, x, y + 1) - 4 * at(picture, x, y)
      sum += bend
      squares += bend * bend
      count += 1
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}

function meanOf({ grey }: GreyPicture): number {
  let sum = 0
  for (let index = 0; index < grey.length; index += 1) sum += grey[index] ?? 0
  return grey.length === 0 ? 0 : sum / grey.length
}

/** The share of pixels along a strip that differ from the next one: high for text, low for a table or margin. */
function busyShare(picture: GreyPicture, [left, top, right, bottom]: readonly [number, number, number, number]): number {
  const along = right - left > bottom - top ? [1, 0] : [0, 1]
  let [busy, count] = [0, 0]
  for (let y = top; y < bottom - (along[1] ?? 0); y += 1) {
    for (let x = left; x < right - (along[0] ?? 0); x += 1) {
      if (Math.abs(at(picture, x, y) - at(picture, x + (along[0] ?? 0), y + (along[1] ?? 0))) > limits.busy) busy += 1
      count += 1
    }
  }
  return count === 0 ? 0 : busy / count
}

/** How many of the four sides cut through text: a complete document has margin or table all around. */
export function sidesCut(picture: GreyPicture): number {
  const { width, height } = picture
  const strip = Math.max(2, Math.round(Math.min(width, height) * 0.012))
  const sides = [
    [0, 0, width, strip],
    [0, height - strip, width, height],
    [0, 0, strip, height],
    [width - strip, 0, width, height],
  ] as const
  return sides.filter((side) => busyShare(picture, side) > limits.edge).length
}

/** The problems of a photograph, the worst first; `whole`: its size before it was scaled down for the analysis. */
export function pictureProblems(picture: GreyPicture, whole: { width: number; height: number }): PictureProblem[] {
  const found: PictureProblem[] = []
  if (Math.min(whole.width, whole.height) < minSide) found.push('small')
  if (meanOf(picture) < limits.brightness) found.push('dark')
  if (sharpnessOf(picture) < limits.sharpness) found.push('blurred')
  else if (sidesCut(picture) >= limits.sides) found.push('cut')
  return found
}
