import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Mode } from '../database/scope.ts'

/** What a client of the shops' API wants to be answered in. `vendor`: its own word, in small letters; null: it names none. */
type ShopMedia = { vendor: string | null; mode: Mode; acceptable: boolean }

const vendorType = /application\/vnd\.([a-z0-9][a-z0-9-]{0,40})(\.sandbox)?\.v(\d{1,9})\+([a-z]+)/gi
/** All of them mean the same; clients create with the newest and read with the first. */
const newestVersion = 4

/** Whether a header asks for a vendor's media type at all: then the request belongs to the shops' API. */
const namesVendor = (accept: string | undefined): boolean => /application\/vnd\.[a-z0-9-]+\./i.test(accept ?? '')

/**
 * Reads the Accept header: any vendor's word, its sandbox or not, the versions 1 to 4 as JSON. Without a vendor's type it is live. Not acceptable
 * when it names only newer versions or other formats.
 */
export function readShopMedia(accept: string | undefined): ShopMedia {
  const asked = [...(accept ?? '').matchAll(vendorType)].map(([, vendor = '', sandbox, version, format = '']) => ({
    vendor: vendor.toLowerCase(),
    mode: sandbox === undefined ? ('live' as const) : ('sandbox' as const),
    acceptable: format.toLowerCase() === 'json' && Number(version) >= 1 && Number(version) <= newestVersion,
  }))
  return asked.find(({ acceptable }) => acceptable) ?? asked[0] ?? { vendor: null, mode: 'live', acceptable: !namesVendor(accept) }
}

/** What every answer of the shops' API carries. */
export function shopHeaders(reply: FastifyReply, { vendor, mode }: ShopMedia, ownVendor: string): void {
  const word = vendor ?? ownVendor
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    [`x-${word}-media-type`]: `${word}${mode === 'sandbox' ? '.sandbox' : ''}.v${newestVersion}`,
    'cache-control': 'no-store',
  })
}

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
