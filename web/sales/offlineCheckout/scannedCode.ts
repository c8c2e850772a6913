/** A key press with its time in milliseconds. */
export type TimedKey = { key: string; atMs: number }

/** Maximum milliseconds per key of a scanner; nobody types this fast. */
const maxKeyIntervalMs = 35
const shortestCode = 8

/**
 * The code that a barcode scanner typed before Enter; null for typing by hand or an amount. A scanner types at least eight
 * letters, digits or hyphens, without a decimal comma, faster than anyone types.
 */
export function scannedCode(keys: readonly TimedKey[]): string | null {
  const first = keys[0]
  const last = keys.at(-1)
  if (!first || !last || keys.length < shortestCode) return null
  if ((last.atMs - first.atMs) / (keys.length - 1) > maxKeyIntervalMs) return null
  const text = keys.map(({ key }) => key).join('')
  return /^[\w/-]+$/.test(text) ? text : null
}
