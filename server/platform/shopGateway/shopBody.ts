import type { ShopCall } from '#contract/platform/shopCall'
import { z } from 'zod/mini'
import { problem, Refusal } from '../calls/refusal.ts'
import { parsed, refuseCamelCase } from '../gateway/parse.ts'
import { readJson } from '../calls/decodeBody.ts'
import { fromWire } from '../calls/wire.ts'

/** A write of money that takes no fields, such as a cancellation, is not made of a body that asks for something else. */
const nothing = z.strictObject({})

/** The body by the call's shape. Refuses with ApiValidationException, UnknownField or UnsupportedMediaType. */
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

/** What begins as JSON is JSON, whatever its header says. */
function readText(call: ShopCall, text: string, contentType = ''): unknown {
  if (text === '') return {}
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^[[{]/.test(text) || type === 'application/json') return readJson(text)
  if (call.form && type === 'application/x-www-form-urlencoded') return readFields(text)
  throw new Refusal('UnsupportedMediaType')
}

/** The fields of a form; one that comes twice is refused, since nobody can tell which is meant. */
function readFields(text: string): unknown {
  const fields = new URLSearchParams(text)
  const twice = [...fields.keys()].find((name, at, names) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Refusal('ApiValidationException', { fields: [problem(twice, 'invalid')] })
  return Object.fromEntries(fields)
}

/** Plugins send `null`, an empty text or `false` for what they do not know. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== null && inner !== '' && inner !== false)
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutAbsent(inner)]))
}

/** The parameters by the call's shape. One that is unknown, empty or said twice is refused: ignoring a filter would return a stranger's row. */
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
