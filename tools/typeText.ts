import type { JsonSchema } from '../server/platform/apiDescription/openapi.ts'

type Inner = JsonSchema & { anyOf?: JsonSchema[]; items?: JsonSchema; enum?: unknown[]; additionalProperties?: JsonSchema | boolean }

/** Named types: an object that has all their fields is written as an extension of one of them. */
type Bases = ReadonlyMap<string, JsonSchema>

/**
 * A JSON schema as a TypeScript type. Inputs accepted only for existing plugins (digits in a string for a number, PHP's empty list
 * for an empty object) are omitted: a new client need not know them.
 */
export function typeText(schema: JsonSchema, bases: Bases = new Map()): string {
  const { $ref, const: only, enum: values, anyOf, type, items, properties, additionalProperties } = schema as Inner
  const inner = (one: JsonSchema) => typeText(one, bases)
  if (typeof $ref === 'string') return nameOf($ref)
  if (only !== undefined) return literal(only)
  if (values) return values.map(literal).join(' | ')
  if (anyOf) return [...new Set(withoutPlugins(anyOf).map(inner))].join(' | ')
  if (Array.isArray(type)) return type.map((one: unknown) => inner({ type: one })).join(' | ')
  if (type === 'array') return `readonly (${inner(items ?? {})})[]`
  if (properties) return objectText(schema, bases)
  if (type === 'object')
    return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? inner(additionalProperties) : 'unknown'}>>`
  return plain[String(type)] ?? 'unknown'
}

const plain: Readonly<Record<string, string>> = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

/** `#/$defs/Cents.asked` is `Cents`: several schemas, such as one per parameter, have one type. */
export const nameOf = (reference: string): string => (reference.split('/').at(-1) ?? '').split('.')[0] ?? ''

function withoutPlugins(types: readonly JsonSchema[]): JsonSchema[] {
  const isDigits = ({ type, pattern }: JsonSchema) => type === 'string' && pattern !== undefined
  const hasNumber = types.some(({ type }) => type === 'integer')
  return types.filter((one) => !(hasNumber && isDigits(one)) && !(one.type === 'array' && one['maxItems'] === 0))
}

function objectText(schema: JsonSchema, bases: Bases): string {
  const { properties = {}, required = [] } = schema
  const [name, base] = baseOf(schema, bases)
  const fields = Object.entries(properties)
    .filter(([key]) => !Object.hasOwn(base?.properties ?? {}, key))
    .map(([key, field]) => `${keyText(key)}${required.includes(key) ? '' : '?'}: ${typeText(field, bases)}`)
  const text = Object.keys(properties).length === 0 ? 'Readonly<Record<string, never>>' : `{ ${fields.join('; ')} }`
  return name === undefined ? text : `${name} & ${text}`
}

/** Fewer fields match by chance. */
const fewestShared = 5

/** The largest named object whose fields are a proper subset of this one's. */
function baseOf({ properties = {} }: JsonSchema, bases: Bases): [string, JsonSchema] | [] {
  const size = (one: JsonSchema) => Object.keys(one.properties ?? {}).length
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const fits = [...bases].filter(
    ([, base]) =>
      size(base) >= fewestShared &&
      size(base) < Object.keys(properties).length &&
      Object.entries(base.properties ?? {}).every(([key, field]) => same(properties[key], field)),
  )
  return fits.toSorted(([, one], [, other]) => size(other) - size(one))[0] ?? []
}

/** A name as a key of an object type. */
export const keyText = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : `'${name}'`)
