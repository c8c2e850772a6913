import { describe, expect, it } from 'vitest'
import { type GreyPicture, pictureProblems, sharpnessOf, sidesCut } from './pictureQuality.ts'

const size = { width: 400, height: 260 }
const whole = { width: 1_600, height: 1_040 }

/** A table with a written sheet on it; the sheet begins `inset` pixels from each side. */
function paper({ inset = 40, table = 90, sheet = 235, ink = 30 } = {}): GreyPicture {
  const { width, height } = size
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const inside = x >= inset && x < width - inset && y >= inset && y < height - inset
      // Letters: bars of three pixels with gaps of three, in lines of eight pixels every sixteen.
      const letter =
        inside && x % 6 < 3 && y % 16 < 8 && (inset < 0 || Math.min(x - inset, width - inset - x, y - inset, height - inset - y) > 12)
      grey[y * width + x] = letter ? ink : inside ? sheet : table
    }
  return { ...size, grey }
}

/** The same picture, each pixel the mean of those around it. */
function blurred({ width, height, grey }: GreyPicture, reach: number): GreyPicture {
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let [sum, count] = [0, 0]
      for (let dy = -reach; dy <= reach; dy += 1)
        for (let dx = -reach; dx <= reach; dx += 1) {
          const [px, py] = [x + dx, y + dy]
          if (px < 0 || py < 0 || px >= width || py >= height) continue
          sum += grey[py * width + px] ?? 0
          count += 1
        }
      out[y * width + x] = sum / count
    }
  return { width, height, grey: out }
}

describe('a photograph of a document', () => {
  it('that is sharp, bright and whole has no problem', () => {
    expect(pictureProblems(paper(), whole)).toEqual([])
    expect(pictureProblems(paper({ inset: 0, table: 235 }), whole)).toEqual([])
  })

  it('is reported when blurred, and its sharpness decreases with the blur', () => {
    expect(pictureProblems(blurred(paper(), 6), whole)).toEqual(['blurred'])
    expect(sharpnessOf(blurred(paper(), 1))).toBeGreaterThan(sharpnessOf(blurred(paper(), 3)))
  })

  it('is reported when its text is cut off', () => {
    expect(sidesCut(paper({ inset: -20 }))).toBe(4)
    expect(pictureProblems(paper({ inset: -20 }), whole)).toEqual(['cut'])
    expect(sidesCut(paper())).toBe(0)
  })

  it('is reported when dark or small', () => {
    expect(pictureProblems(paper({ table: 20, sheet: 70, ink: 5 }), whole)).toEqual(['dark'])
    expect(pictureProblems(paper(), { width: 500, height: 325 })).toEqual(['small'])
  })

  it('that is empty does not throw', () => {
    expect(pictureProblems({ width: 0, height: 0, grey: [] }, { width: 0, height: 0 })).toEqual(['small', 'dark', 'blurred'])
  })
})
