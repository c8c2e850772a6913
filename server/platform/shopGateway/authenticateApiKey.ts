import type { FastifyRequest } from 'fastify'
import { clientName, networkOf, pageHost } from '#domain/merchants/keyUse'
import { pluginOf } from '#domain/merchants/plugin'
import type { Mode } from '../database/scope.ts'
import type { OpenKey } from '../keys/keyring.ts'
import type { Services } from '../calls/call.ts'
import { Refusal } from '../calls/refusal.ts'
import { bearerOf } from '../gateway/bearerOf.ts'

/**
 * Authenticates by the key in the Authorization header. Refuses with UnauthorizedException a missing or invalid key, or one of another mode than requested,
 * and with PermissionDenied a public key where a private one is required. Stores the caller's network prefix, and name and version of its client and
 * plugin.
 */
export async function authenticateApiKey(
  request: FastifyRequest,
  services: Services,
  mode: Mode,
  policy: 'privateKey' | 'publicKey',
): Promise<OpenKey> {
  const { origin, 'user-agent': agent = '' } = request.headers
  const token = bearerOf(request)
  const shortAgent = agent.slice(0, 500)
  const use = { from: pageHost(origin) ?? networkOf(request.ip), client: clientName(shortAgent), plugin: pluginOf(shortAgent) }
  const key = token === '' ? null : await services.keys.byToken(token, use)
  if (key === null) throw new Refusal('UnauthorizedException', { why: 'shopKey' })
  if (key.mode !== mode) throw new KeyRefused(key, 'UnauthorizedException', `${key.mode}Key`)
  if (policy === 'privateKey' && key.kind !== 'private') throw new KeyRefused(key, 'PermissionDenied', 'publicKey')
  return key
}

/** A public key where a private one is required, or a key of the other mode: the key is known, so it can be audited, and its shop sees it in its log. */
export class KeyRefused extends Refusal {
  readonly key: OpenKey
  constructor(key: OpenKey, type: 'PermissionDenied' | 'UnauthorizedException', why: string) {
    super(type, { why })
    this.key = key
  }
}
