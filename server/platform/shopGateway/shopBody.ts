import type { ShopCall } from '#contract/platform/shopCall'
import { z } from 'zod/mini'
import { problem, Refusal } from '../calls/refusal.ts'
import { parsed, refuseCamelCase } from '../gateway/parse.ts'
import { readJson } from '../calls/decodeBody.ts'
import { fromWire } from '../calls/wire.ts'

/** A write of money without fields, such as a cancellation, refuses a body with fields. */
const nothing = z.strictObject({})

/** The body by the call's schema. Refuses with ApiValidationException, UnknownField or UnsupportedMediaType. */
export function parseShopBody(call: ShopCall, text: string, contentType: string | undefined): unknown {
  if (!call.body) {
    if (call.money) parsed(nothing, fromWire(readText({ ...call, form: true }, text.trim(), contentType)))
    return undefined
  }
  const spelt = readText(call, text.trim(), contentType)
  refuseCamelCase(call.body, spelt)
  const sent = fromWire(spelt)
  return parsed(call.body, call.tellsAbsent ? sent : withoutAbsent(sent))
}

/** A body that starts like JSON is parsed as JSON, whatever its Content-Type. */
function readText(call: ShopCall, text: string, contentType = ''): unknown {
  if (text === '') return {}
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^[[{]/.test(text) || type === 'application/json') return readJson(text)
  if (call.form && type === 'application/x-www-form-urlencoded') return readFields(text)
  throw new Refusal('UnsupportedMediaType')
}

/** The fields of a form; a duplicate field is refused as ambiguous. */
function readFields(text: string): unknown {
  const fields = new URLSearchParams(text)
  const twice = [...fields.keys()].find((name, at, names) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Refusal('ApiValidationException', { fields: [problem(twice, 'invalid')] })
  return Object.fromEntries(fields)
}

/** Plugins send `null`, an empty string or `false` for unknown values. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== '' && inner !== false)
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutAbsent(inner)]))
}

/** The query by the call's schema. Unknown, empty or repeated parameters are refused: ignoring a filter would return rows of other customers. */
export function parseShopQuery(call: ShopCall, search: URLSearchParams): unknown {
  if (call.parameters) return {}
  const names = [...search.keys()]
  const fields = names.flatMap((name, at) => {
    if (!call.query || !Object.hasOwn(call.query.shape, name)) return [problem(name, 'unknown')]
    return search.get(name) === '' || names.indexOf(name) !== at ? [problem(name, 'required')] : []
  })
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  return call.query ? parsed(call.query, Object.fromEntries(search)) : {}
}
