import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageHost } from '#domain/merchants/keyUse'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import type { Services } from '../calls/call.ts'
import { Refusal } from '../calls/refusal.ts'

/**
 * Lets any page read the answer, without credentials: the key is public and names all that the answer depends on. A page of ours elsewhere is
 * already named, as it asks with credentials.
 */
export function openToPages(reply: FastifyReply): void {
  reply.header('cross-origin-resource-policy', 'cross-origin')
  if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*')
}

/**
 * Finds out whose page calls by the public key in its query, which names shop and mode whatever the Accept header asks for. Of the caller nothing
 * is kept but the page's host. Refuses with UnauthorizedException; a private key, which has no business in a page, opens nothing either.
 */
export async function authenticatePublicKey(request: FastifyRequest, services: Services): Promise<{ scope: Scope; mode: Mode }> {
  const { public_key: token } = request.query as { public_key?: unknown }
  const { origin } = request.headers
  const from = pageHost(origin)
  // A browser names its page in calls to another host alone: the panel's own preview is no use of a key.
  const use = from === null ? undefined : { from, client: null }
  const key = typeof token === 'string' ? await services.keys.byToken(token, use) : null
  if (key?.kind !== 'public') throw new Refusal('UnauthorizedException', { why: 'key' })
  return { scope: mintScope(key.merchantId, key.mode), mode: key.mode }
}
