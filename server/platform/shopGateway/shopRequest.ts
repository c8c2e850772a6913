import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Mode } from '../database/scope.ts'

/** The media type that a client accepts. `vendor`: the vendor word in lower case; null: none. */
type ShopMedia = { vendor: string | null; mode: Mode; acceptable: boolean }

const vendorType = /application\/vnd\.([a-z0-9][a-z0-9-]{0,40})(\.sandbox)?\.v(\d{1,9})\+([a-z]+)/gi
/** All versions have the same format; clients create with the newest and read with the first. */
const newestVersion = 4

/** Whether the Accept header names a vendor's media type: the request then belongs to the shops' API. */
const namesVendor = (accept: string | undefined): boolean => /application\/vnd\.[a-z0-9-]+\./i.test(accept ?? '')

/**
 * Parses the Accept header: any vendor word, live or sandbox, versions 1 to 4, JSON. Without a vendor's media type the mode is live. Not acceptable when it
 * names only newer versions or other formats.
 */
export function readShopMedia(accept: string | undefined): ShopMedia {
  const vendorTypes = [...(accept ?? '').matchAll(vendorType)].map(([, vendor = '', sandbox, version, format = '']) => ({
    vendor: vendor.toLowerCase(),
    mode: sandbox === undefined ? ('live' as const) : ('sandbox' as const),
    acceptable: format.toLowerCase() === 'json' && Number(version) >= 1 && Number(version) <= newestVersion,
  }))
  return (
    vendorTypes.find(({ acceptable }) => acceptable) ?? vendorTypes[0] ?? { vendor: null, mode: 'live', acceptable: !namesVendor(accept) }
  )
}

/** Headers of every response of the shops' API. */
export function shopHeaders(reply: FastifyReply, { vendor, mode }: ShopMedia, ownVendor: string): void {
  const word = vendor ?? ownVendor
  reply.headers({
    'content-type': 'application/json; charset=utf-8',
    [`x-${word}-media-type`]: `${word}${mode === 'sandbox' ? '.sandbox' : ''}.v${newestVersion}`,
    'cache-control': 'no-store',
  })
}

/** The first path segments of the shops' API. */
const roots = new Set(['checkout', 'orders', 'me', 'merchants', 'instalment-plan-simulator', 'settlements', 'disputes'])
/** Those that the web app uses too. */
const sharedRoots = new Set(['checkout', 'merchants'])

const pathOf = (url: string) => url.split('?')[0] ?? ''
const rootOf = (url: string) => pathOf(url).split('/').find(Boolean) ?? ''

/**
 * Whether a request is for the shops' API. On paths shared with the web app it is when it has a key, accepts a vendor's media type, is a CORS preflight or
 * a write; any other request gets the page.
 */
export function isShopRequest({ method = 'GET', url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const root = rootOf(url)
  if (!roots.has(root)) return false
  if (!sharedRoots.has(root) || (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS')) return true
  const asksFirst = method === 'OPTIONS' && /\bauthorization\b/i.test(headers['access-control-request-headers'] ?? '')
  return headers.authorization !== undefined || namesVendor(headers.accept) || asksFirst
}

/** Collapses doubled slashes in URLs of the shops' API: clients join base URL and path with a slash each. */
export function shopAddress(url: string): string {
  const path = pathOf(url)
  return path.includes('//') && roots.has(rootOf(url)) ? path.replaceAll(/\/{2,}/g, '/') + url.slice(path.length) : url
}
