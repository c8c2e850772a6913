import type { FastifyReply } from 'fastify'
import type { Mode } from '../database/scope.ts'

/** What a client of the shops' API wants to be answered in. `vendor`: its own word, in small letters; null: it names none. */
export type ShopMedia = { vendor: string | null; mode: Mode; acceptable: boolean }

const vendorType = /application\/vnd\.([a-z0-9][a-z0-9-]{0,40})(\.sandbox)?\.v(\d{1,9})\+([a-z]+)/gi
/** All of them mean the same; clients create with the newest and read with the first. */
const newestVersion = 4

/** Whether a header asks for a vendor's media type at all: then the request belongs to the shops' API. */
export const namesVendor = (accept: string | undefined): boolean => /application\/vnd\.[a-z0-9-]+\./i.test(accept ?? '')

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
