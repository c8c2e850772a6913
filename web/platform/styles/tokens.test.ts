import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const source = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const declared = new Map([...source.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]))

type Scheme = 'light' | 'dark'

/** The top-level arguments of a function. */
function split(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim())
}

/** A linear channel as displayed: clamped to the gamut, in one of 256 steps. */
function asShown(channel: number): number {
  const within = Math.min(1, Math.max(0, channel))
  const step = Math.round(255 * (within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055)) / 255
  return step <= 0.04045 ? step / 12.92 : ((step + 0.055) / 1.055) ** 2.4
}

/** Linear red, green and blue of an opaque token. */
function colour(value: string, scheme: Scheme): number[] {
  const inner = value.slice(value.indexOf('(') + 1, -1)
  if (value.startsWith('light-dark(')) return colour(split(inner)[scheme === 'light' ? 0 : 1] ?? '', scheme)
  if (value.startsWith('var(')) return colour(declared.get(inner.slice(2)) ?? `missing ${inner}`, scheme)
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value)
  if (!match) throw new Error(`Not an opaque colour: ${value}`)
  const [lightness = 0, chroma = 0, hue = 0] = match.slice(1).map(Number)
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return linear.map(asShown)
}

function luminance(token: string, scheme: Scheme): number {
  const [red = 0, green = 0, blue = 0] = colour(`var(--${token})`, scheme)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast of two tokens. */
function contrast(one: string, other: string, scheme: Scheme): number {
  const [low = 0, high = 0] = [luminance(one, scheme), luminance(other, scheme)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const text = [
  ['ink', 'sheet canvas hover sunken selected'],
  ['ink-2', 'sheet canvas in-process-soft rejected-soft'],
  ['ink-3', 'sheet canvas hover sunken selected in-process-soft rejected-soft'],
  ['accent-ink', 'sheet canvas accent-soft in-process-soft hover selected'],
  ['on-accent', 'accent accent-hover accent-press'],
  ['on-inverse', 'inverse'],
  ['inverse-2', 'inverse'],
  ['accepted-ink', 'accepted-soft'],
  ['in-process-ink', 'in-process-soft sheet'],
  ['stopped-ink', 'stopped-soft'],
  ['rejected-ink', 'rejected-soft'],
  ['danger-ink', 'sheet in-process-soft danger-soft hover'],
  ['sandbox-ink', 'sheet canvas sandbox-soft'],
  ['on-sandbox', 'sandbox-solid'],
] as const

const drawn = [
  ['line-input', 'sheet'],
  ['accepted-solid', 'sheet'],
  ['in-process-solid', 'sheet'],
  ['stopped-solid', 'sheet'],
  ['rejected-solid', 'sheet'],
  ['sandbox-solid', 'canvas'],
  ['focus', 'sheet canvas'],
  ['accent', 'sheet'],
  ['danger', 'sheet'],
] as const

const pairsOf = (list: readonly (readonly [string, string])[]) =>
  list.flatMap(([front, backs]) => backs.split(' ').map((back) => [front, back] as const))

describe.each(['light', 'dark'] as const)('contrast, %s', (scheme) => {
  test.each(pairsOf(text))('text %s on %s is at least 4.5', (front, back) => {
    expect(contrast(front, back, scheme)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(pairsOf(drawn))('%s on %s is at least 3', (front, back) => {
    expect(contrast(front, back, scheme)).toBeGreaterThanOrEqual(3)
  })
})

test('computes known contrast values', () => {
  expect(contrast('white', 'black', 'light')).toBeCloseTo(19.6, 0)
  expect(contrast('ink', 'sheet', 'light')).toBeCloseTo(17.3, 1)
  expect(contrast('ink', 'sheet', 'dark')).toBeCloseTo(14.3, 1)
})

test('breakpoints and maximum widths are tokens', () => {
  const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
  const widths = (kind: string) =>
    [...theme.matchAll(new RegExp(`--${kind}-(\\w+): (\\d+)(px|rem);`, 'g'))].map(([, name, width, unit]) => [
      name,
      `${Number(width) * (unit === 'rem' ? 16 : 1)}px`,
    ])
  expect(Object.fromEntries(widths('breakpoint'))).toEqual({ sm: '640px', md: '768px', lg: '1200px' })
  expect(Object.fromEntries(widths('container'))).toEqual({ md: '768px', dk: '1280px', lg: '1440px' })
})

test('every width of a media query grows with the text', () => {
  // The widget stands on a shop's page, whose text is not ours.
  const styles = globSync('web/**/*.css').filter((file) => !file.includes('/widget/'))
  const queries = styles.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=@media[^{]*)\([^()]*width[^()]*\)/g) ?? [])
  expect(queries.length).toBeGreaterThan(40)
  expect(queries.filter((query) => /\dpx/.test(query))).toEqual([])
})
