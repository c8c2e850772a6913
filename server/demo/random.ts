/** A random source that is reproducible for the same seed text. */
export type Random = {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Approximately normally distributed: mean 0, deviation 1. */
  normal(): number
  /** A UUID version 7: ordered by `atMs`, so that rows created in order are loaded in order. */
  uuid(atMs: number): string
}

/** The generator sfc32, seeded with a hash of the text (small, fast, good enough for demo data). */
export function makeRandom(seed: string): Random {
  const start = hash128(seed)
  let [a, b, c, d] = start
  const word = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let round = 0; round < 15; round += 1) word()
  const next = () => word() / 4_294_967_296
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]): T => {
      const found = list[Math.floor(next() * list.length)]
      if (found === undefined) throw new RangeError('nothing to pick from')
      return found
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    uuid: (atMs) => {
      const time = atMs.toString(16).padStart(12, '0')
      const x = word()
      const y = word()
      const z = word()
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex4(x & 0xfff).slice(1)}-${hex4(0x8000 | ((x >>> 12) & 0x3fff))}-${hex4(y >>> 16)}${hex4(y & 0xffff)}${hex4(z >>> 16)}`
    },
  }
}

const hexes = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'))
const hex4 = (value: number): string => hexes[value & 0xffff] ?? ''

/** Four 32-bit words of a text (MurmurHash3's mixing, one lane per word). */
function hash128(text: string): [number, number, number, number] {
  const lane = (salt: number) => {
    let state = salt
    for (let index = 0; index < text.length; index += 1) {
      state = Math.imul(state ^ text.charCodeAt(index), 0x5bd1e995)
      state ^= state >>> 13
    }
    return Math.imul(state ^ (state >>> 15), 0x85ebca6b)
  }
  return [lane(0x9e3779b9), lane(0x243f6a88), lane(0xb7e15162), lane(0x3c6ef372)]
}

/** Weighted choice: `weighted(entries)` prepares, the returned function draws with a number from 0 to 1. */
export function weighted<T>(entries: readonly (readonly [value: T, weight: number])[]): (at: number) => T {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  let reached = 0
  const steps = entries.map(([value, weight]) => ({ value, upTo: (reached += weight) / total }))
  const last = steps.at(-1)
  if (!last) throw new RangeError('nothing to draw from')
  return (at) => (steps.find((step) => at < step.upTo) ?? last).value
}
