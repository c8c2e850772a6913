import type { FastifyInstance } from 'fastify'
import { providerCalls } from '#contract/providerApi'
import { maxProviderBytes } from '#contract/providerApi/providerCall'
import { loggedRefusal } from '../calls/answer.ts'
import type { Services } from '../calls/call.ts'
import type { AnyProviderHandler, ProviderHandlers } from '../calls/providerHandler.ts'
import { Refusal } from '../calls/refusal.ts'
import { problemBody } from '../gateway/problemBody.ts'
import { methodsAt } from '../calls/methodsAt.ts'
import { inSpanOf } from '../tracing/spans.ts'
import { authenticateProviderKey } from './authenticateProviderKey.ts'
import { handleProviderCall, providerHeaders } from './handleProviderCall.ts'
import { makeKeyLimit } from './keyLimit.ts'

const root = '/provider/v1'

/** A route for each call of the provider's API, and its own errors for other methods and unknown paths, once a key is given. */
export async function addProviderCalls(app: FastifyInstance, services: Services, handlers: ProviderHandlers): Promise<void> {
  await app.register(async (scope) => {
    const limit = makeKeyLimit(services.wallClock)
    scope.setErrorHandler((error, request, reply) => {
      const { status, body } = problemBody(loggedRefusal(services.log, { call: 'provider', request: request.id }, error), request)
      reply.code(status).headers(providerHeaders).send(body)
    })
    const allowed = methodsAt(providerCalls)
    for (const endpoint of providerCalls) {
      // Each name has its own type of handler; here they are treated alike.
      const handler = handlers[endpoint.name] as unknown as AnyProviderHandler // the table holds one for each name
      scope.route({
        method: endpoint.method,
        url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        exposeHeadRoute: false,
        bodyLimit: endpoint.maxBytes ?? maxProviderBytes,
        config: { call: `provider.${endpoint.name}` },
        handler: handleProviderCall({ endpoint, handler: inSpanOf({ name: `provider.${endpoint.name}` }, handler), services, limit }),
      })
    }
    scope.all(`${root}/*`, async (request, reply) => {
      const methods = allowed(request.url)
      if (methods !== undefined) {
        reply.header('allow', methods)
        throw new Refusal('MethodNotAllowed')
      }
      await authenticateProviderKey(request, services)
      throw new Refusal('ObjectNotFoundException')
    })
  })
}
