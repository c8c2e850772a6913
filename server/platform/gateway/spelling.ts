import type { FieldProblem } from '#contract/platform/errors'
import type { z } from 'zod/mini'
import { text } from '../calls/messages.ts'
import { Refusal } from '../calls/refusal.ts'
import { camelKey, snakeKey } from '../calls/wire.ts'

type Def = {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  shape?: Readonly<Record<string, z.ZodMiniType>>
}

/** Refuses with UnknownField what is sent in camelCase though its shape has it: fields are in snake_case, and each is named as it should be. */
export function refuseCamelCase(schema: z.ZodMiniType, sent: unknown): void {
  const fields = new Map(camelFields(schema, sent, '').map((field) => [field.name, field]))
  if (fields.size > 0) throw new Refusal('UnknownField', { fields: [...fields.values()] })
}

function camelFields(schema: z.ZodMiniType, sent: unknown, path: string): FieldProblem[] {
  if (typeof sent !== 'object' || sent === null) return []
  const { innerType, element, options, shape } = schema._zod.def as unknown as Def // the library's own description of a shape
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
