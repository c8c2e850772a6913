/** The one place in the browser that converts between camelCase and snake_case. Only keys change, never values. */

/** `newPassword1` → `new_password1`: digits stay with their word. */
export const snakeKey = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const camelKeys = new Map<string, string>()

/** `new_password1` → `newPassword1`; memoized, because the rows of a page repeat the same few names hundreds of times. */
export function camelKey(key: string): string {
  const known = camelKeys.get(key)
  if (known !== undefined) return known
  const camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  if (camelKeys.size < 1_000) camelKeys.set(key, camel)
  return camel
}

function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), renamed(inner, rename)]))
}

/** Converts a value’s keys to snake_case. */
export const toSnake = (value: unknown): unknown => renamed(value, snakeKey)

/** Converts an answer’s keys to camelCase. */
export const toCamel = (value: unknown): unknown => renamed(value, camelKey)
