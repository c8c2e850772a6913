import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NamedProviderCall } from '#contract/providerApi'
import type { Services } from '../calls/call.ts'
import { bodyMarks, byKey, readKey, type Repeat } from '../calls/idempotency.ts'
import type { AnyProviderHandler, ProviderKeyCaller } from '../calls/providerHandler.ts'
import { Refusal } from '../calls/refusal.ts'
import { sealOf } from '../calls/seal.ts'
import { answerProviderCall, bodyTextOf, refuseProviderCall } from '../gateway/answerProviderCall.ts'
import { parseBody, parseQuery } from '../gateway/parse.ts'
import { problemBody } from '../gateway/problemBody.ts'
import { authenticateProviderKey } from './authenticateProviderKey.ts'

type RouteDeps = {
  endpoint: NamedProviderCall
  handler: AnyProviderHandler
  services: Services
  limit: (keyId: string, reply: FastifyReply) => void
}

/** Headers of every response of the provider's API. */
export const providerHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' } as const

/** The route handler of any call of the provider's API: authenticates, authorises, limits, parses, deduplicates, runs the handler, audits and answers. */
export function handleProviderCall(deps: RouteDeps) {
  const { endpoint, services, limit } = deps
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(providerHeaders)
    let by: ProviderKeyCaller | null = null
    const refused = (refusal: Refusal) => problemBody(refusal, request)
    try {
      const { key, here } = await authenticateProviderKey(request, services)
      by = key
      limit(key.providerKeyId, reply)
      if (!here) throw new Refusal('PermissionDenied', { why: 'network' })
      const { scope, secondPerson } = endpoint.policy
      if (!key.scopes.has(scope)) throw new Refusal('PermissionDenied', { why: 'keyScope' })
      const facts = { ...factsOf(deps, request), by: { providerKeyId: key.providerKeyId } }
      const repeat = repeatOf(deps, request, key)
      return await answerProviderCall({ ...deps, request, reply, by, secondPerson, repeat, facts, refused })
    } catch (error) {
      return refuseProviderCall(error, { ...deps, request, reply, by, refused })
    }
  }
}

function repeatOf({ endpoint, services }: RouteDeps, request: FastifyRequest, { providerKeyId }: ProviderKeyCaller): Repeat | undefined {
  if (endpoint.method === 'GET') return undefined
  const repetition = readKey(request.headers['idempotency-key'])
  if (repetition === undefined) return undefined
  const marks = bodyMarks(services.config.sessionSecrets, bodyTextOf(request))
  const path = request.url.split('?')[0] ?? ''
  const requester = { userId: providerKeyId, sessionId: providerKeyId, merchantId: '', mode: '' }
  const seal = endpoint.secret ? sealOf(services.config.sessionSecrets, repetition) : undefined
  return byKey(repetition, { ...requester, method: endpoint.method, path, bodyMarks: marks }, seal)
}

const factsOf = ({ endpoint, services }: RouteDeps, request: FastifyRequest) => ({
  params: request.params,
  query: parseQuery(endpoint, request.query),
  body: parseBody(endpoint, bodyTextOf(request)),
  services,
  now: services.wallClock(),
  ip: request.ip,
  requestId: request.id,
})
