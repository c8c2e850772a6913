/** One key and when it was pressed, in milliseconds. */
export type TimedKey = { key: string; atMs: number }

/** A hand does not type this fast, in milliseconds a key. */
const handMs = 35
const shortestCode = 8

/**
 * The code that a scanner typed before Enter, or null when a hand wrote, or what came is an amount: a scanner types at least eight
 * letters, figures or hyphens without a decimal comma, faster than any hand.
 */
export function scannedCode(keys: readonly TimedKey[]): string | null {
  const first = keys[0]
  const last = keys.at(-1)
  if (!first || !last || keys.length < shortestCode) return null
  if ((last.atMs - first.atMs) / (keys.length - 1) > handMs) return null
  const text = keys.map(({ key }) => key).join('')
  return /^[\w/-]+$/.test(text) ? text : null
}
