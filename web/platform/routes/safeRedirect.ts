import { matchRoute } from './matchRoute.ts'

const maxLength = 2048
const safeSegment = /^[A-Za-z0-9._@+-]{1,254}$/

/** Query names that may pass through the sign-in page; `uuid` and `token` never do. */
const allowedQuery = new Set([
  'status',
  'substatus',
  'q',
  'search_as',
  'page',
  'from',
  'to',
  'min_amount',
  'max_amount',
  'channel',
  'product',
  'ordering',
  'view',
  'sandbox',
  'dialog',
  'amount',
])

/**
 * The page to return to after signing in: only an address of our own route table, rebuilt from its parts, with allow-listed query values; `/` for
 * everything else (every other origin is refused, against open redirects).
 * @param origin of this page, such as `https://tienda.example`
 */
export function safeRedirect(target: string | null | undefined, origin: string): string {
  if (!target || target.length > maxLength || !target.startsWith('/') || /[\\\u0000-\u0020\u007f]/.test(target)) return '/'
  let url: URL
  try {
    url = new URL(target, origin)
  } catch {
    return '/'
  }
  if (url.origin !== origin || url.username !== '' || url.password !== '') return '/'
  const match = matchRoute(url.pathname)
  if (!match?.row.needsLogin) return '/'
  if (Object.values(match.params).some((value) => !safeSegment.test(value) || value === '.' || value === '..')) return '/'
  return rebuilt(match.row.path, match.params) + keptQuery(url.searchParams)
}

function rebuilt(path: string, params: Record<string, string>): string {
  const parts = path.split('/').filter((part) => part !== '')
  const filled = parts
    .map((part) => (part.startsWith('{') ? params[part.replace(/[{}?]/g, '')] : part))
    .filter((part) => part !== undefined)
  return `/${filled.map(encodeURIComponent).join('/')}`
}

function keptQuery(search: URLSearchParams): string {
  const allowed = new URLSearchParams([...search].filter(([name, value]) => allowedQuery.has(name) && value !== ''))
  return allowed.size === 0 ? '' : `?${allowed}`
}
