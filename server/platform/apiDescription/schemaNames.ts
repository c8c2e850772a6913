import type { Schema } from '#contract/platform/endpoint'
import { type JsonSchema, schemaOf } from './openapi.ts'

/** A schema of the contract with the name of its type: `Order`, `Refund`. */
export type NamedShape = readonly [name: string, shape: Schema]

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const isSchema = (exported: unknown): exported is Schema => typeof exported === 'object' && exported !== null && '_zod' in exported
/** `providerSettlementView` describes a `Settlement`. */
const typeName = (exported: string): string => upperFirst(exported.replace(/^(?:provider|shop)(?=[A-Z])/, '').replace(/View$/, ''))

/** The schemas that modules of the contract export, named after their exports. */
export const exportedShapes = (exports: object): readonly NamedShape[] =>
  Object.entries(exports).flatMap(([name, exported]) => (isSchema(exported) ? [[typeName(name), exported] as const] : []))

/** Puts the objects of a description under `components.schemas`, each once. */
export type SchemaNames = {
  /** A reference to the schema of an object that has a name; `preferredName`: the name that it gets otherwise. Any other schema, with references in it. */
  refer(schema: JsonSchema, preferredName?: string): JsonSchema
  /** What was referred to, by name. */
  schemas(): Record<string, JsonSchema>
}

/** Equal schemas have one name: that of the first of `shapes`, or the one wanted first. */
export function schemaNames(shapes: readonly NamedShape[]): SchemaNames {
  const wantedNames = new Map<string, string>()
  for (const [name, shape] of shapes)
    for (const io of ['output', 'input'] as const) {
      const text = JSON.stringify(schemaOf(shape, io))
      if (!wantedNames.has(text)) wantedNames.set(text, name)
    }
  const names = new Map<string, string>()
  const schemas = new Map<string, JsonSchema>()

  /** A number distinguishes an object as it is sent from the same as it is answered. */
  function nameOf(text: string, preferredName: string): string {
    let name = names.get(text) ?? preferredName
    for (let nth = 2; !names.has(text) && schemas.has(name); nth += 1) name = `${preferredName}${nth}`
    names.set(text, name)
    return name
  }
  function refer(schema: JsonSchema, preferredName?: string): JsonSchema {
    const text = JSON.stringify(schema)
    const chosen = wantedNames.get(text) ?? names.get(text) ?? preferredName
    if (!schema.properties || chosen === undefined) return inside(schema, preferredName)
    const name = nameOf(text, chosen)
    if (!schemas.has(name)) {
      schemas.set(name, {})
      schemas.set(name, inside(schema, name))
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  /** The rows of `OrderList` are `OrderListItem`s, where they have no other name. */
  function inside(schema: JsonSchema, name?: string): JsonSchema {
    const { properties, items, anyOf, additionalProperties } = schema as Inner
    const rowName = name && `${name.replace(/(?:Response|Request)$/, '')}Item`
    const list = (one: JsonSchema) => (isObject(one['items']) ? { ...one, items: refer(one['items'], rowName) } : refer(one))
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([field, one]) => [field, field === 'results' ? list(one) : refer(one)]),
        ),
      }),
      ...(isObject(items) && { items: refer(items, rowName) }),
      ...(anyOf && { anyOf: anyOf.map((one) => refer(one)) }),
      ...(isObject(additionalProperties) && { additionalProperties: refer(additionalProperties) }),
    }
  }

  return { refer, schemas: () => Object.fromEntries([...schemas].toSorted(([one], [other]) => (one < other ? -1 : 1))) }
}

type Inner = JsonSchema & { items?: unknown; anyOf?: JsonSchema[]; additionalProperties?: unknown }
const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)
