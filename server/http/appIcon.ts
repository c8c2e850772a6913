import { pngImage } from './pngImage.ts'

/** The mark's own measure: the drawing of `web/shell/favicon.svg`, 26 × 26. */
const box = 26
/** Looks at a point on an edge so many times across and down, for smooth edges. */
const looks = 4

type Shape = (x: number, y: number) => boolean

const disc =
  (centreX: number, centreY: number, radius: number): Shape =>
  (x, y) =>
    (x - centreX) ** 2 + (y - centreY) ** 2 <= radius ** 2

/** The cloth over the door: a trapezium, and below it scallops, each 6 wide, from `first` on. */
const cloth: Shape = (x, y) => y >= 3 && y <= 10 && x >= 3.5 - ((y - 3) * 2.5) / 7 && x <= 22.5 + ((y - 3) * 2.5) / 7
const scallop = (left: number): Shape => {
  const round = disc(left + 3, 12.4, 3)
  return (x, y) => x >= left && x <= left + 6 && y > 10 && (y <= 12.4 || round(x, y))
}
const dark = [cloth, scallop(1), scallop(13)]
const light = [scallop(7), scallop(19)]
/** The counter: a line 2 wide with round ends, down, across and up. */
const counter: Shape = (x, y) => {
  const along = (fromX: number, fromY: number, toX: number, toY: number) => {
    const nearX = Math.min(Math.max(x, fromX), toX)
    const nearY = Math.min(Math.max(y, fromY), toY)
    return (x - nearX) ** 2 + (y - nearY) ** 2 <= 1
  }
  return along(4, 18.6, 4, 23) || along(4, 23, 22, 23) || along(22, 18.6, 22, 23)
}

type Colour = readonly [red: number, green: number, blue: number]
/** Colours of an icon, as `#rrggbb`. */
export type IconColours = { ground: string; cloth: string; stripe: string; counter: string }

const colourOf = (hex: string): Colour => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/**
 * The mark in a brand's colours, as the icon of the installed application. `share`: how much of the width it takes; a maskable one leaves
 * its outer fifth to whatever shape the phone cuts (W3C, maskable icons).
 */
export function appIcon(size: number, share: number, colours: IconColours): Buffer {
  const [ground, dyed, stripe, wood] = [colours.ground, colours.cloth, colours.stripe, colours.counter].map(colourOf) as [
    Colour,
    Colour,
    Colour,
    Colour,
  ]
  const colourAt = (x: number, y: number): Colour => {
    if (dark.some((shape) => shape(x, y))) return dyed
    if (light.some((shape) => shape(x, y))) return stripe
    return counter(x, y) ? wood : ground
  }
  const scale = box / (size * share)
  const margin = (size * (1 - share)) / 2
  const at = (column: number, row: number) => colourAt((column - margin) * scale, (row - margin) * scale)
  const points = Buffer.alloc(size * size * 3)
  let above = cornersOf(size, 0, at)
  for (let row = 0; row < size; row += 1) {
    const below = cornersOf(size, row + 1, at)
    for (let column = 0; column < size; column += 1) {
      const corner = above[column] ?? ground
      const plain = corner === above[column + 1] && corner === below[column] && corner === below[column + 1]
      points.set(plain ? corner : mixed(column, row, at), (row * size + column) * 3)
    }
    above = below
  }
  return pngImage(size, points)
}

type At = (column: number, row: number) => Colour

/** The colours along the upper edge of a row: a point whose four corners agree needs no closer look. */
const cornersOf = (size: number, row: number, at: At): Colour[] => Array.from({ length: size + 1 }, (_, column) => at(column, row))

/** The mean over a point that an edge goes through. */
function mixed(column: number, row: number, at: At): Colour {
  const sums: [number, number, number] = [0, 0, 0]
  for (let look = 0; look < looks * looks; look += 1) {
    const [red, green, blue] = at(column + ((look % looks) + 0.5) / looks, row + (Math.floor(look / looks) + 0.5) / looks)
    sums[0] += red
    sums[1] += green
    sums[2] += blue
  }
  return [Math.round(sums[0] / looks ** 2), Math.round(sums[1] / looks ** 2), Math.round(sums[2] / looks ** 2)]
}
