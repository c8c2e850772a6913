import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHost } from '#domain/merchants/keyUse'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import type { Services } from '../calls/call.ts'
import { Refusal } from '../calls/refusal.ts'

/**
 * CORS: any page may read the answer, without credentials, because it depends on the public key alone. One of our own pages on another origin
 * already has its Access-Control-Allow-Origin header, since it sends credentials.
 */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*')
}

/**
 * The scope of the public key in the query, which names shop and mode whatever the Accept header asks for. The only fact stored about the caller
 * is the page's host. Refuses with UnauthorizedException; also a private key, which must not be in a page.
 */
export async function authenticatePublicKey(request: FastifyRequest, services: Services): Promise<{ scope: Scope; mode: Mode }> {
  const { public_key: token } = request.query as { public_key?: unknown }
  const { origin } = request.headers
  const from = pageHost(origin)
  // Browsers send Origin only on cross-origin calls: the back office's own preview does not count as a use of the key.
  const use = from === null ? undefined : { from, client: null }
  const key = typeof token === 'string' ? await services.keys.byToken(token, use) : null
  if (key?.kind !== 'public') throw new Refusal('UnauthorizedException', { why: 'key' })
  return { scope: mintScope(key.merchantId, key.mode), mode: key.mode }
}
