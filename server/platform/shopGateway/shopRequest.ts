import type { IncomingMessage } from 'node:http'
import { namesVendor } from './shopMedia.ts'

/** The first words of all addresses of the shops' API, below the origin's root. */
const roots = new Set(['checkout', 'orders', 'me', 'merchants', 'instalment-plan-simulator', 'settlements'])
/** Where the web app has pages too. */
const sharedRoots = new Set(['checkout', 'merchants'])

const pathOf = (url: string) => url.split('?')[0] ?? ''
const rootOf = (url: string) => pathOf(url).split('/').find(Boolean) ?? ''

/**
 * Whether a request is for the shops' API. Where the web app has pages too, it is when it carries a key, asks for a vendor's media type, asks
 * before doing so (a preflight), or would change something; all else there gets the page.
 */
export function isShopRequest({ method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const root = rootOf(url)
  if (!roots.has(root)) return false
  if (!sharedRoots.has(root) || (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS')) return true
  const asksFirst = method === 'OPTIONS' && /\bauthorization\b/i.test(headers['access-control-request-headers'] ?? '')
  return headers.authorization !== undefined || namesVendor(headers.accept) || asksFirst
}

/** The address with doubled slashes collapsed where it is one of the shops' API: clients join base and path with a slash each. */
export function shopAddress(url: string): string {
  const path = pathOf(url)
  return path.includes('//') && roots.has(rootOf(url)) ? path.replaceAll(/\/{2,}/g, '/') + url.slice(path.length) : url
}
