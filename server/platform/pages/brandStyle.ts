/** The palette; a brand changes values, never names. Only the shades that a checked pair uses. */
const built = {
  black: '#0f0b08',
  white: '#ffffff',
  'gray-100': '#f8f5f1',
  'gray-200': '#eeeae4',
  'gray-600': '#68625b',
  'gray-700': '#4d4841',
  'gray-900': '#1e1a16',
  'blue-100': '#edf3fe',
  'blue-600': '#204dbf',
  'blue-700': '#153b9d',
  'red-100': '#feeeec',
  'red-700': '#982d23',
  'purple-100': '#f8effa',
  'purple-600': '#863d92',
  'purple-700': '#6a2c73',
  'green-100': '#e6f8f4',
  'green-700': '#136156',
  'yellow-100': '#fdf3e1',
  'yellow-800': '#5e440c',
} as const

/** A colour of the palette: the brand's, or the built one. */
export const paletteColour = (name: keyof typeof built, colours: Record<string, string>): string => colours[name] ?? built[name]

/** Pairs of text and background colours on the screens in the light theme; contrast at least 4.5 : 1 (WCAG 2.2, 1.4.3). */
const pairs = [
  ['white', 'blue-600'],
  ['white', 'blue-700'],
  ['blue-600', 'white'],
  ['blue-600', 'gray-100'],
  ['blue-600', 'blue-100'],
  ['gray-900', 'white'],
  ['gray-700', 'white'],
  ['gray-600', 'white'],
  ['gray-600', 'gray-100'],
  ['gray-700', 'gray-200'],
  ['green-700', 'green-100'],
  ['yellow-800', 'yellow-100'],
  ['red-700', 'red-100'],
  ['red-700', 'white'],
  ['purple-700', 'white'],
  ['purple-700', 'gray-100'],
  ['white', 'purple-600'],
] as const
const minContrast = 4.5

const hues = ['gray', 'blue', 'red', 'purple', 'green', 'yellow']
/** The names that a brand may override: black, white, and each hue in shades 100 to 900. */
export const isPaletteName = (name: string): boolean => {
  const [hue = '', shade] = name.split('-')
  return name === 'black' || name === 'white' || (hues.includes(hue) && /^[1-9]00$/.test(shade ?? '') && name === `${hue}-${shade}`)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Describes the first pair whose contrast is too low with a brand's colours; undefined when there is none. */
export function contrastProblem(colours: Record<string, string>): string | undefined {
  const valueOf = (name: keyof typeof built) => paletteColour(name, colours)
  for (const [text, background] of pairs) {
    const ratio = contrast(valueOf(text), valueOf(background))
    if (ratio < minContrast)
      return `${text} (${valueOf(text)}) on ${background} (${valueOf(background)}) has contrast ${ratio.toFixed(2)}, below ${minContrast}`
  }
  return undefined
}

/** Lightness and chroma of every blue of `web/platform/styles/tokens.css`: the shades of the palette, and what the dark theme has in place of them. */
const blues = {
  'blue-100': [0.962, 0.016],
  'blue-200': [0.915, 0.036],
  'blue-300': [0.835, 0.07],
  'blue-400': [0.72, 0.118],
  'blue-500': [0.585, 0.168],
  'blue-600': [0.465, 0.185],
  'blue-700': [0.395, 0.165],
  'blue-800': [0.325, 0.13],
  'blue-900': [0.255, 0.09],
} as const
const darkBlues = {
  selected: ['blue-100', 0.285, 0.055],
  accent: ['blue-600', 0.545, 0.175],
  'accent-ink': ['blue-600', 0.765, 0.105],
  'accent-soft': ['blue-100', 0.285, 0.055],
  'accent-line': ['blue-300', 0.43, 0.11],
  'awning-a': ['blue-600', 0.545, 0.175],
  'awning-b': ['blue-200', 0.34, 0.07],
} as const

/** The blues that a brand does not name, in the hue of its `blue-600`, as light and no stronger than the built ones: their contrast stays. */
function derivedBlues(colours: Record<string, string>): [name: string, value: string][] {
  const of = colours['blue-600']
  if (of === undefined) return []
  const toned = (lightness: number, chroma: number) => `oklch(from ${of} ${lightness} min(c,${chroma}) h)`
  return [
    ...Object.entries(blues).flatMap(([name, [lightness, chroma]]): [string, string][] =>
      name in colours ? [] : [[name, toned(lightness, chroma)]],
    ),
    ...Object.entries(darkBlues).map(([name, [light, lightness, chroma]]): [string, string] => [
      name,
      `light-dark(var(--${light}),${toned(lightness, chroma)})`,
    ]),
  ]
}

/** The brand's palette as a style sheet that follows the built one; empty without a brand. */
export function brandStyle(colours: Record<string, string>): string {
  const lines = [...Object.entries(colours), ...derivedBlues(colours)].map(([name, value]) => `--${name}:${value}`)
  // `:root:root` has a higher specificity than the built palette, whatever their order.
  return lines.length === 0 ? '' : `:root:root{${lines.join(';')}}`
}
