import type { FieldProblem } from '#contract/errors'
import type { Endpoint } from '#contract/endpoint'
import { z } from 'zod/mini'
import { hasText, text } from './messages.ts'
import { Refusal } from './refusal.ts'
import { camelKey, snakeKey, toCamel } from './wire.ts'

type Issue = z.core.$ZodIssue

/** Query values that are empty count as absent (specification §7). */
export function parseQuery(endpoint: Endpoint, raw: unknown): unknown {
  if (!endpoint.query) return {}
  const given = Object.entries(raw as Record<string, unknown>).filter(([, value]) => value !== '')
  return parsed(endpoint.query, Object.fromEntries(given.map(([name, value]) => [camelKey(name), value])))
}

/** The body by its strict schema: a field that does not exist is 422, a wrong one 400. */
export function parseBody(endpoint: Endpoint, raw: string): unknown {
  if (!endpoint.body) {
    if (raw.trim() !== '' && raw.trim() !== '{}') throw new Refusal('UnknownField', { fields: [problem('', 'unknown')] })
    return undefined
  }
  let json: unknown
  try {
    json = raw.trim() === '' ? {} : JSON.parse(raw)
  } catch {
    throw new Refusal('ApiValidationException', { fields: [problem('', 'format')] })
  }
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, '__proto__'))
    throw new Refusal('UnknownField', { fields: [problem('__proto__', 'unknown')] })
  return parsed(endpoint.body, toCamel(json))
}

/** A value by its schema, or the refusal with every field that is wrong, named as on the wire. */
export function parsed(schema: z.ZodMiniType, value: unknown): unknown {
  // PostgreSQL's text or JSON cannot hold them, and nobody types them.
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

const nameOf = (path: PropertyKey[]) => path.map((part) => snakeKey(String(part))).join('.')
/** A wrong field in the words of its code. */
export const problem = (name: string, code: string): FieldProblem => ({ name, code, message: text(`errors.field.${code}`) })

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
      // A rule of ours names its own sentence.
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
