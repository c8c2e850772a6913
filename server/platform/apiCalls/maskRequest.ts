import { isLoggedParameter, loggedFields } from '#contract/sales/shopsApi/loggedFields'

/** Maximum stored characters of a body, and of an address. */
const maxBody = 4_096
const maxUrl = 600
/** Of a longer list only the first items are stored, and of a longer text nothing but its length. */
const maxItems = 50
const maxText = 200
const maxDepth = 8

/** As many dots as the value has characters, so that an empty or cut value is still seen. */
const dots = (length: number): string => '•'.repeat(Math.min(length, 24))
/** Names of fields that nobody declared: short ones of letters, so that a value in place of a name is not stored. */
const isPlainName = (name: string): boolean => /^[A-Za-z_][A-Za-z_-]{0,40}$/.test(name)

/** A value of a field that may be shown. An address of the shop's server without its query, which may name a customer. */
function shown(value: string): string {
  if (/^https?:\/\//i.test(value)) return value.slice(0, maxText).replace(/[?#].*$/s, '?…')
  return value.length > maxText || value.includes('@') ? dots(value.length) : value
}

function masked(value: unknown, path: string, depth: number): unknown {
  if (value === null || value === '') return value
  if (depth > maxDepth) return '…'
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => masked(item, path, depth + 1))
  if (typeof value === 'object') {
    const fields = Object.entries(value).slice(0, maxItems)
    return Object.fromEntries(
      fields.map(([name, inner]) => {
        const field = path === '' ? name : `${path}.${name}`
        return [loggedFields.has(field) || isPlainName(name) ? name : dots(name.length), masked(inner, field, depth + 1)]
      }),
    )
  }
  if (!loggedFields.has(path)) return typeof value === 'string' ? dots(value.length) : dots(3)
  return typeof value === 'string' ? shown(value) : value
}

/** PostgreSQL text cannot contain NUL or half of a pair. */
export const storable = (text: string, maxLength: number): string => {
  const clean = text.toWellFormed().replaceAll('\u0000', '')
  return clean.length > maxLength ? `${clean.slice(0, maxLength).toWellFormed()}…` : clean
}

/** A request's body as JSON with masked values; null when there is none or it cannot be read. Forms become objects too. */
export function maskBody(text: string, isForm: boolean): string | null {
  const body = text.trim()
  if (body === '') return null
  try {
    const sent: unknown = isForm && !/^[[{]/.test(body) ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)
    return storable(JSON.stringify(masked(sent, '', 0)), maxBody)
  } catch {
    return null
  }
}

/** A part of an address: a word of ours, or a number of the shop's; an e-mail address is masked. */
function partOf(part: string): string {
  try {
    return decodeURIComponent(part).includes('@') ? dots(part.length) : part
  } catch {
    return part
  }
}

/** An address with its query. `declared`: the parameters of the call; values of others, and of searches for people, are masked. Null: no call of ours. */
export function maskUrl(url: string, declared: ReadonlySet<string> | null): string {
  const [path = '', search = ''] = url.split(/\?(.*)/s)
  const parts = path.split('/').map((part) => (declared === null && !/^[a-z_-]{0,40}$/i.test(part) ? dots(part.length) : partOf(part)))
  const query = [...new URLSearchParams(search)].slice(0, maxItems).map(([written, value]) => {
    const name = written.replace(/\[\d*\]$/, '')
    const known = declared?.has(name) ?? false
    const text = known && isLoggedParameter(name) ? encodeURIComponent(shown(value)) : dots(value.length)
    return `${known || isPlainName(written) ? written : dots(written.length)}=${text}`
  })
  return storable(parts.join('/') + (query.length > 0 ? `?${query.join('&')}` : ''), maxUrl)
}
