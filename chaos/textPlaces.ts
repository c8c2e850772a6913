import { z } from 'zod/mini'
import type { Endpoint, Schema } from '#contract/platform/endpoint'
import { snakeKey } from '../server/platform/calls/wire.ts'

/** One request whose text values are marked by `*`, as sqlmap reads it. */
export type MarkedRequest = { name: string; method: Endpoint['method']; target: string; body: string | null; places: readonly string[] }

type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  maxLength?: number
  minLength?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
}
const marker = '*'
const someId = 'f'.repeat(32)
/** Text formats of the contract; the first that fits is sent. */
const texts = [
  'Ana',
  'ana@mora.test',
  '612345678',
  '2026-01-31',
  '2026-01-31T10:00:00.000Z',
  someId,
  'ES9121000418450200051332',
  '12345678Z',
  '28001',
  '000000',
  '2580',
  'https://tienda.example/avisos',
  '1',
  '/',
  'A'.repeat(43),
  'a'.repeat(64),
]

function someText({ pattern, minLength = 0, maxLength = Infinity, format }: JsonSchema): string {
  const fits = (one: string) =>
    one.length >= minLength && one.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(one))
  if (format === 'email') return 'ana@mora.test'
  return texts.find(fits) ?? 'a'.repeat(minLength)
}

/** A value accepted by the schema; `mark` is called for each free text and returns the value. */
function sample(schema: JsonSchema, place: string, mark: (place: string, text: string) => string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, place, mark)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
    case 'boolean':
      return false
    case 'null':
      return null
    case 'array':
      return schema.items ? [sample(schema.items, place, mark)] : []
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [snakeKey(key), sample(inner, `${place}${snakeKey(key)} `, mark)]),
      )
    default:
      return mark(place.trim(), someText(schema))
  }
}

const shapeOf = (schema: Schema): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/**
 * A request to this endpoint with its texts in path, query and body marked, except those in `seen`, to which it adds its own; null if none is left.
 * `known` fills the path.
 */
export function markedRequest(endpoint: Endpoint, known: Readonly<Record<string, string>>, seen: Set<string>): MarkedRequest | null {
  const places: string[] = []
  const mark = (place: string, text: string) => {
    if (seen.has(place)) return text
    seen.add(place)
    places.push(place)
    return text + marker
  }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => mark(`path ${param}`, known[param] ?? someId))
  const query = endpoint.query ? (sample(shapeOf(endpoint.query), 'query ', mark) as Record<string, unknown>) : {}
  const body = endpoint.body ? JSON.stringify(sample(shapeOf(endpoint.body), 'body ', mark)) : null
  const words = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(String(value)).replaceAll('%2A', marker)}`)
  if (places.length === 0) return null
  return { name: endpoint.name, method: endpoint.method, target: path + (words.length > 0 ? `?${words.join('&')}` : ''), body, places }
}
