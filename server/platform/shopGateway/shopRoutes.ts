import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { type ShopCallName, shopCalls } from '#contract/shopsApi'
import { loggedRefusal } from '../calls/answer.ts'
import type { Services } from '../calls/call.ts'
import type { OpenKey } from '../keys/keyring.ts'
import { acceptText } from '../calls/decodeBody.ts'
import { handleShopCall, refuseShopCall, type ShopDeps } from './handleShopCall.ts'
import { allowAnyOrigin } from '../gateway/authenticatePublicKey.ts'
import { makeRefusalLines, shopEnvelope } from './shopRefusal.ts'
import type { ShopHandler, ShopHandlers } from '../calls/shopHandler.ts'
import { inSpanOf } from '../tracing/spans.ts'
import { isShopRequest, readShopMedia, shopHeaders } from './shopRequest.ts'

/** Route constraint of the shops' API. */
const shopsOnly = { api: 'shops' }

type Constraint = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>[string]
type RouteHandler = Parameters<ReturnType<Constraint['storage']>['set']>[1]

/** The constraint that lets the web app and the shops' API share paths; passed to the server when it is created. */
export const shopConstraint: Constraint = {
  name: 'api',
  storage: () => {
    const handlers = new Map<unknown, RouteHandler>()
    return { get: (value) => handlers.get(value) ?? null, set: (value, handler) => void handlers.set(value, handler) }
  },
  deriveConstraint: (request) => (isShopRequest(request) ? shopsOnly.api : 'panel'),
  validate: () => true,
}
const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** A route for each call of the shops' API, and its own errors for other methods and unknown paths, once a key is given. */
export async function addShopCalls(app: FastifyInstance, deps: ShopDeps, handlers: ShopHandlers): Promise<void> {
  await app.register(async (scope) => {
    const { services } = deps
    noteCalls(scope, services)
    const isAudited = makeRefusalLines(() => services.now())
    // Bodies stay text, whatever their Content-Type: the call's schema decides.
    scope.removeAllContentTypeParsers()
    acceptText(scope, '*')
    scope.setErrorHandler((error, request, reply) => {
      shopHeaders(reply, readShopMedia(request.headers.accept), services.config.brand.vendor)
      const { status, body } = shopEnvelope(loggedRefusal(services.log, { call: 'shop', request: request.id }, error), request)
      reply.code(status).send(body)
    })
    for (const call of shopCalls) {
      // Each name has its own type of handler; here they are treated alike.
      const handler = handlers[call.name] as unknown as ShopHandler<ShopCallName> // the table holds one for each name
      for (const url of [call.path, ...(call.alsoAt ?? [])].map(routeOf)) {
        scope.route({
          method: call.method,
          url,
          constraints: shopsOnly,
          exposeHeadRoute: false,
          ...(call.maxBytes === undefined ? {} : { bodyLimit: call.maxBytes }),
          config: { call: `shop.${call.name}` },
          handler: handleShopCall({ ...deps, call, handler: inSpanOf({ name: `shop.${call.name}` }, handler), isAudited }),
        })
        if (call.policy.key === 'publicKey') answerPreflight(scope, url)
      }
    }
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'],
      url: '/*',
      constraints: shopsOnly,
      handler: refuseShopCall(deps),
    })
  })
}

/** CORS preflight: any page may call with a public key; cached for a day. */
function answerPreflight(app: FastifyInstance, url: string): void {
  app.options(url, { constraints: shopsOnly }, (_request, reply) => {
    allowAnyOrigin(reply)
    reply.headers({
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'authorization, accept, accept-language',
      'access-control-max-age': '86400',
    })
    return reply.code(204).send()
  })
}

/** Notes each call whose key is known in the log of API calls, after its answer. */
function noteCalls(app: FastifyInstance, { apiCalls, wallClock }: Services): void {
  app.decorateRequest('apiKey', null)
  app.decorateRequest('apiError', null)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.apiKey !== null)
      apiCalls.note({
        key: request.apiKey,
        requestId: request.id,
        at: wallClock(),
        ...describedCall(request),
        status: reply.statusCode,
        errorType: request.apiError === null ? null : errorTypeOf(request.apiError),
        ms: Math.round(reply.elapsedTime),
        answer: request.apiError,
      })
    done()
  })
}

function describedCall({ routeOptions, method, url, body, headers }: FastifyRequest) {
  const call = routeOptions.config.call?.replace(/^shop\./, '') ?? ''
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  const path = call === '' ? '' : (routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')
  return { call, path, method, url, isForm, body: typeof body === 'string' ? body : '' }
}

const errorTypeOf = (body: string): string => /"type":"(\w+)"/.exec(body)?.[1] ?? ''

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a call of the shops' API, once it is known. */
    apiKey: OpenKey | null
    /** The body of its error. */
    apiError: string | null
  }
}
