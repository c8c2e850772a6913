import { z } from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint'
import { shopShapes } from '#contract/sales/shopsApi/shapeNames'
import type { JsonSchema } from '../server/platform/apiDescription/openapi.ts'

const registry = z.registry<{ id: string }>()
for (const [id, shape] of shopShapes) registry.add(shape, { id })

/** The type names, without duplicates. */
export const shapeNames: readonly string[] = [...new Set(shopShapes.map(([name]) => name.split('.')[0] ?? ''))]

/** Descriptions of the money and time types, for readers of the client. */
export const plainShapes: Readonly<Record<string, { type: string; about: string }>> = {
  Cents: { type: 'number', about: 'Whole euro cents: 12.50 € is 1250.' },
  Rate: { type: 'number', about: 'Hundredths of a percent: 21 % is 2100.' },
  Instant: { type: 'string', about: 'A moment in UTC: 2026-03-02T08:15:00Z.' },
  Day: { type: 'string', about: 'A day in Madrid: 2026-03-02.' },
}

/** The JSON schema of a contract schema, in camelCase; named schemas become references into `$defs`. */
export const shapeSchema = (shape: Schema, io: 'input' | 'output'): JsonSchema & { $defs?: Record<string, JsonSchema> } => {
  const schema = z.toJSONSchema(shape, {
    io,
    metadata: registry,
    unrepresentable: 'any',
    // The output type of a field with lenient parsing.
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)),
  })
  return schema as JsonSchema // a schema of the contract is an object, never `true`
}
