/** Names are camelCase here and snake_case over the wire. Only names change, never values. */
const snakeName = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camelName = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const toSnake = (value: unknown): unknown => renamed(value, snakeName)
export const toCamel = (value: unknown): unknown => renamed(value, camelName)

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, rename))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [rename(name), renamed(inner, rename)]))
}
