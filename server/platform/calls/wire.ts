import type { Mode } from '../database/scope.ts'

/** Sandbox when the Accept header asks for any vendor's sandbox media type; everything else is live. */
export function modeOf(accept: string | undefined): Mode {
  return /(?:^|[\s,])application\/vnd\.[a-z0-9-]+\.sandbox\.v\d+\+json\b/i.test(accept ?? '') ? 'sandbox' : 'live'
}

/** Names version and mode, so that the client can refuse an answer of the other mode. */
export function mediaTypeOf(vendor: string, mode: Mode, path: string): string {
  const version = path.startsWith('/v2/') ? 'v2' : 'v1'
  return `application/vnd.${vendor}${mode === 'sandbox' ? '.sandbox' : ''}.${version}+json; charset=utf-8`
}

/** The one place on the server where camelCase meets snake_case. Only keys change, never values; there are no free-form maps. */

const snakes = new Map<string, string>()
const camels = new Map<string, string>()

export function snakeKey(key: string): string {
  let snake = snakes.get(key)
  if (snake === undefined) {
    // newPassword1 is new_password1 on the wire, so digits stay with their word.
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
 * A field as it was sent, under the name that shapes have for it, and back again. Only snake_case gets a name that a shape can know: `refund_amount` is
 * `refundAmount`, while `refundAmount` becomes `refund_amount`, which no shape has.
 */
export const swapKey = (key: string): string => (/[A-Z]/.test(key) ? snakeKey(key) : camelKey(key))

/** What was sent, for a shape to look at. */
export const fromWire = (value: unknown): unknown => mapKeys(value, swapKey)
export const toSnake = (value: unknown): unknown => mapKeys(value, snakeKey)
/** What we wrote ourselves, read back. */
export const toCamel = (value: unknown): unknown => mapKeys(value, camelKey)

/** Ids travel as 32 hexadecimal characters and rest as uuid. */
export const hexOf = (uuid: string): string => uuid.replaceAll('-', '')
const hexPattern = /^[0-9a-f]{32}$/
/** The uuid of a 32-character id, or undefined when it cannot be one. */
export function uuidOf(hex: string): string | undefined {
  if (!hexPattern.test(hex)) return undefined
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
