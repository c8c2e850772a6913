import type { ShopCall } from '#contract/shopCall'
import { parsed, problem } from './parse.ts'
import { Refusal } from './refusal.ts'
import { toCamel } from './wire.ts'

/** The body by the call's shape; fields that it does not know are ignored. Refuses with ApiValidationException or UnsupportedMediaType. */
export function parseShopBody(call: ShopCall, text: string, contentType: string | undefined): unknown {
  if (!call.body) return undefined
  const sent = toCamel(readText(call, text.trim(), contentType))
  return parsed(call.body, call.tellsAbsent ? sent : withoutAbsent(sent))
}

/** What begins as JSON is JSON, whatever its header says. */
function readText(call: ShopCall, text: string, contentType = ''): unknown {
  if (text === '') return {}
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^[[{]/.test(text) || type === 'application/json') {
    try {
      return JSON.parse(text)
    } catch {
      throw new Refusal('ApiValidationException', { fields: [problem('', 'format')] })
    }
  }
  if (call.form && type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  throw new Refusal('UnsupportedMediaType')
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
