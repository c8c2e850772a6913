import { z } from 'zod/mini'
import type { Endpoint } from '#contract/platform/endpoint'
import type { FieldProblem } from '#contract/platform/errors'
import { readJson } from '../calls/decodeBody.ts'
import { problem, Refusal } from '../calls/refusal.ts'
import { hasText, text } from '../calls/messages.ts'
import { camelKey, fromWire, snakeKey, swapKey } from '../calls/wire.ts'

type Def = {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  shape?: Readonly<Record<string, z.ZodMiniType>>
}

/** Refuses with UnknownField fields that are sent in camelCase: on the wire they are in snake_case. The message names the right spelling. */
export function refuseCamelCase(schema: z.ZodMiniType, sent: unknown): void {
  const fields = new Map(camelFields(schema, sent, '').map((field) => [field.name, field]))
  if (fields.size > 0) throw new Refusal('UnknownField', { fields: [...fields.values()] })
}

function camelFields(schema: z.ZodMiniType, sent: unknown, path: string): FieldProblem[] {
  if (typeof sent !== 'object' || sent === null) return []
  const { innerType, element, options, shape } = schema._zod.def as unknown as Def // the library's internal description of a schema
  if (innerType) return camelFields(innerType, sent, path)
  if (options) return options.flatMap((option) => camelFields(option, sent, path))
  if (element) return Array.isArray(sent) ? sent.flatMap((item, at) => camelFields(element, item, `${path}${at}.`)) : []
  if (!shape) return []
  return Object.entries(sent).flatMap(([key, value]) => {
    if (Object.hasOwn(shape, key) && /[A-Z]/.test(key)) return [misspelt(path, key)]
    const inner = Object.hasOwn(shape, camelKey(key)) ? shape[camelKey(key)] : undefined
    return inner ? camelFields(inner, value, `${path}${key}.`) : []
  })
}

const misspelt = (path: string, key: string): FieldProblem => ({
  name: path + key,
  code: 'unknown',
  message: text('errors.field.spelling', { name: path + snakeKey(key) }),
})

type Issue = z.core.$ZodIssue

/** The query by its strict schema. Empty values count as absent. */
export function parseQuery(endpoint: Pick<Endpoint, 'name' | 'query' | 'money'>, raw: unknown): unknown {
  const all = Object.entries(raw as Record<string, unknown>)
  // Ignoring an amount in the query instead of the body would make the call move the whole amount.
  if (endpoint.money && all.length > 0) throw new Refusal('UnknownField', { fields: all.map(([name]) => problem(name, 'unknown')) })
  if (!endpoint.query) return {}
  const pairs = all.filter(([, value]) => value !== '')
  return parseSent(endpoint.query, Object.fromEntries(pairs))
}

const nothing = z.strictObject({})

/** The body by its strict schema: an unknown field is 422, an invalid one 400. An absent body counts as `{}`. */
export function parseBody(endpoint: Pick<Endpoint, 'name' | 'body'>, raw: string): unknown {
  const sent = raw.trim() === '' ? {} : readJson(raw)
  const body = parseSent(endpoint.body ?? nothing, sent)
  return endpoint.body ? body : undefined
}

/** Input in snake_case, by its schema. */
function parseSent(schema: z.ZodMiniType, sent: unknown): unknown {
  refuseCamelCase(schema, sent)
  return parsed(schema, fromWire(sent))
}

/** A value by its schema. Refuses with ApiValidationException or UnknownField, naming every wrong field as on the wire. */
export function parsed(schema: z.ZodMiniType, value: unknown): unknown {
  // PostgreSQL's text and JSON types cannot store these characters, and nobody types them.
  if (holdsUnstorable(value)) throw new Refusal('ApiValidationException', { fields: [problem('', 'format')] })
  const result = z.safeParse(schema, value, { reportInput: true })
  if (result.success) return result.data
  const unknown = result.error.issues.filter((issue) => issue.code === 'unrecognized_keys')
  if (unknown.length > 0)
    throw new Refusal('UnknownField', {
      fields: unknown.flatMap((issue) => issue.keys.map((key) => problem(nameOf([...issue.path, key]), 'unknown'))),
    })
  throw new Refusal('ApiValidationException', { fields: result.error.issues.map((issue) => problem(nameOf(issue.path), codeOf(issue))) })
}

const nameOf = (path: PropertyKey[]) => path.map((part) => swapKey(String(part))).join('.')

function codeOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type'
    case 'too_small':
      return 'too_small'
    case 'too_big':
      return 'too_big'
    case 'invalid_format':
      return 'format'
    case 'invalid_value':
      return 'option'
    case 'custom':
      // Our own refinements carry the code of their message.
      if (typeof issue.params?.['code'] === 'string') return issue.params['code']
      return hasText(`errors.field.${issue.message}`) ? issue.message : 'invalid'
    default:
      return 'invalid'
  }
}

/** A NUL, or half of a surrogate pair, in a value or a name. */
function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(holdsUnstorable)
}
