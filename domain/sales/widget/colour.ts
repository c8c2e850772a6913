/** Minimum contrast between text and background (WCAG 2.2, 1.4.3). */
export const minContrast = 4.5

/** Relative luminance of a colour `#RRGGBB`, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours `#RRGGBB`, 1 to 21, truncated after the first decimal so that it is never overstated (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 10) / 10
}
