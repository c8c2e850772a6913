import fc from 'fast-check'
import { z } from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint'
import { ids } from './testFixture.ts'
import { hexOf, snakeKey } from '../platform/calls/wire.ts'

// Values for the schemas of the contract, in wire format: valid, nearly valid, and unexpected ones.
export type JsonSchema = {
  format?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  minItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  minLength?: number
  maxLength?: number
  anyOf?: JsonSchema[]
  required?: string[]
}

/** Values that have broken servers: nothing at all, ends of ranges, other languages' words, texts with a special meaning elsewhere. */
const strange = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    '0',
    -1,
    0,
    1,
    1.5,
    1e308,
    2 ** 53,
    Number.MIN_SAFE_INTEGER,
    true,
    [],
    {},
    [[[[[[]]]]]],
    "' or 1=1 --",
    '$1',
    '{"$gt":""}',
    '\u0000',
    '\uD800',
    '‮',
    '../../etc/passwd',
    '%00',
    '<script>',
    'ñandú',
    '1e3',
    'NaN',
    '2026-02-30',
    '9999-99-99',
    '9999-12-31',
    '1900-01-01',
    '0000-01-01',
    '9999-12-31T23:59:59.999Z',
    '0000-01-01T00:00:00.000Z',
    'x'.repeat(10_000),
    '__proto__',
    { __proto__: { a: 1 } },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.json({ maxDepth: 6 }).map((text) => JSON.parse(text) as unknown),
  fc.integer(),
  fc.double(),
)

/** Texts that match the formats of the contract: dates, ids, addresses, document numbers. */
const texts = [
  'Ana García Núñez',
  'ana@mora.test',
  '612345678',
  '+34612345678',
  '2026-03-29',
  '2026-10-25T01:30:00.000Z',
  '2031-01-31T10:00:00.000Z',
  '2026-11',
  '2026',
  hexOf(ids.merchantA1),
  'f'.repeat(32),
  'ES9121000418450200051332',
  '12345678Z',
  '28001',
  '000000',
  '2580',
  'https://tienda.example/avisos',
  'tienda.example',
  'PED-10482',
  '129,90',
  '1',
  '/',
  '#0a7d5b',
  'ES',
  '47',
  'online',
  'A'.repeat(22),
  'A'.repeat(43),
  'B'.repeat(87),
  'a'.repeat(64),
]

/** Text within the length limits; with a pattern, one of those above that match it. */
function fittingText({ pattern, minLength = 0, maxLength = Math.max(40, minLength) }: JsonSchema): fc.Arbitrary<string> {
  const fits = (one: string) =>
    one.length >= minLength && one.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(one))
  const known = texts.filter(fits)
  const free = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) })
  if (known.length === 0) return free
  return pattern === undefined ? fc.oneof(free, fc.constantFrom(...known)) : fc.constantFrom(...known)
}

function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type })))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number': {
      const least = schema.minimum ?? 0
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 }),
        fc.integer({ min: least, max: Math.min(schema.maximum ?? Infinity, least + 3) }),
        fc.constantFrom(least, schema.maximum ?? 1),
      )
    }
    case 'array':
      return fc.array(schema.items ? fitting(schema.items) : strange, {
        minLength: schema.minItems ?? 0,
        maxLength: (schema.minItems ?? 0) + 3,
      })
    case 'boolean':
      return fc.boolean()
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [snakeKey(key), fitting(inner)])), {
        requiredKeys: (schema.required ?? []).map(snakeKey),
      })
    default:
      return fittingText(schema)
  }
}

/** The JSON Schema of a schema's input. */
export const inputOf = (schema: Schema): JsonSchema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Values accepted by a schema, except for rules that JSON Schema cannot express. */
export const fittingOf = (schema: Schema): fc.Arbitrary<unknown> => fitting(inputOf(schema))

/** A valid value, sometimes with one field invalid, missing or extra. */
export function around(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (!schema) return fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: strange })
  const good = fittingOf(schema)
  const spoilt = fc.tuple(good, strange, fc.nat()).map(([value, odd, at]) => {
    const fields = Object.keys((value ?? {}) as object)
    return { ...(value as object), [fields[at % (fields.length + 1)] ?? 'extra']: odd }
  })
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 3, arbitrary: spoilt }, { weight: 1, arbitrary: strange })
}
