import type { JsonSchema, OpenApi } from '../../apiDescription/openapi.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'

type Schemas = OpenApi['components']['schemas']
type Inner = JsonSchema & { $ref?: string; items?: JsonSchema; anyOf?: JsonSchema[]; description?: string }

/** Deeper fields are found by their type. */
const maxDepth = 5

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''
const resolved = (schema: Inner, schemas: Schemas): Inner => (schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {}))

/** A value's type in one line: `integer ≥ 1`, `"a" | "b"`, `[Refund]`. */
export function typeOf(schema: Inner): string {
  const { enum: values, const: only, type, anyOf, items, format, minimum, maximum, $ref: ref } = schema
  if (ref !== undefined) return nameOf(ref)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((inner) => typeOf(inner)))].join(' | ')
  if (type === 'array') return `[${typeOf(items ?? {})}]`
  const limits = [
    typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? `≥ ${minimum}` : '',
    typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? `≤ ${maximum}` : '',
  ]
  const name = Array.isArray(type) ? type.join(' | ') : String(type ?? '…')
  return [name, typeof format === 'string' ? `(${format})` : '', ...limits].filter(Boolean).join(' ')
}

/** The object that a schema is, or holds: of a list its items, of alternatives the first object. */
function objectIn(schema: Inner, schemas: Schemas): Inner | undefined {
  const whole = resolved(schema, schemas)
  if (whole.properties) return whole
  if (whole.items) return objectIn(whole.items, schemas)
  return whole.anyOf?.map((one) => objectIn(one, schemas)).find((one) => one !== undefined)
}

type FieldRow = { name: string; type: string; required: boolean; about: string }

/** All fields of a body, those of inner objects below their own. */
export function fieldsOf(schema: JsonSchema, schemas: Schemas, prefix = '', depth = 0): FieldRow[] {
  const whole = objectIn(schema, schemas)
  if (!whole || depth > maxDepth) return []
  return Object.entries(whole.properties ?? {}).flatMap(([name, property]: [string, Inner]) => [
    {
      name: prefix + name,
      type: typeOf(property),
      required: whole.required?.includes(name) ?? false,
      about: property.description ?? resolved(property, schemas).description ?? '',
    },
    ...fieldsOf(property, schemas, `${prefix}${name}.`, depth + 1),
  ])
}

/** Rows as a table that a phone shows as a list. */
export const fieldTable = (title: string, rows: readonly FieldRow[], required: string, open = true): string =>
  rows.length === 0
    ? ''
    : `<details${open ? ' open' : ''}><summary>${title}</summary><dl class="fields">${rows
        .map(
          ({ name, type, required: must, about }) =>
            `<div><dt><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(type)}</span>${must ? ` <span class="must">${required}</span>` : ''}</dt><dd>${escapeHtml(about)}</dd></div>`,
        )
        .join('')}</dl></details>`
