import type { Mode } from '../database/scope.ts'

/** Sandbox when the Accept header asks for any vendor's sandbox media type; everything else is live. */
export function modeOf(accept: string | undefined): Mode {
  return /(?:^|[\s,])application\/vnd\.[a-z0-9-]+\.sandbox\.v\d+\+json\b/i.test(accept ?? '') ? 'sandbox' : 'live'
}

/** The response's media type. It names version and mode, so that the client can refuse a response of the other mode. */
export function mediaTypeOf(vendor: string, mode: Mode, path: string): string {
  const version = path.startsWith('/v2/') ? 'v2' : 'v1'
  return `application/vnd.${vendor}${mode === 'sandbox' ? '.sandbox' : ''}.${version}+json; charset=utf-8`
}

// Conversion between camelCase and the wire's snake_case. Only keys change, never values; there are no free-form maps.

const snakes = new Map<string, string>()
const camels = new Map<string, string>()

export function snakeKey(key: string): string {
  let snake = snakes.get(key)
  if (snake === undefined) {
    // Digits stay with their word: newPassword1 is new_password1.
    snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    if (snakes.size < 2_000) snakes.set(key, snake)
  }
  return snake
}

export function camelKey(key: string): string {
  let camel = camels.get(key)
  if (camel === undefined) {
    camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    if (camels.size < 2_000) camels.set(key, camel)
  }
  return camel
}

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const renamed: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [key, inner] of Object.entries(value)) renamed[rename(key)] = mapKeys(inner, rename)
  return renamed
}

/**
 * The name of a sent field in our schemas, and back. Only snake_case gets a name that a schema can have: `refund_amount` becomes `refundAmount`,
 * while `refundAmount` becomes `refund_amount`, which no schema has.
 */
export const swapKey = (key: string): string => (/[A-Z]/.test(key) ? snakeKey(key) : camelKey(key))

/** A request's body or query, with the keys of our schemas. */
export const fromWire = (value: unknown): unknown => mapKeys(value, swapKey)
export const toSnake = (value: unknown): unknown => mapKeys(value, snakeKey)
/** Reads back JSON that we wrote. */
export const toCamel = (value: unknown): unknown => mapKeys(value, camelKey)

/** Ids are 32 hexadecimal characters on the wire and uuid in the database. */
export const hexOf = (uuid: string): string => uuid.replaceAll('-', '')
const hexPattern = /^[0-9a-f]{32}$/
/** The uuid of a 32-character id; undefined when it is not one. */
export function uuidOf(hex: string): string | undefined {
  if (!hexPattern.test(hex)) return undefined
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
