import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { type ShopCallName, shopCalls } from '#contract/shopsApi'
import { loggedRefusal } from '../calls/answer.ts'
import { acceptText } from '../calls/decodeBody.ts'
import { handleShopCall, refuseShopCall, type ShopGround } from './handleShopCall.ts'
import { allowAnyOrigin } from '../gateway/authenticatePublicKey.ts'
import { makeRefusalLines, shopEnvelope } from './shopRefusal.ts'
import type { ShopHandler, ShopHandlers } from '../calls/shopHandler.ts'
import { isShopRequest, readShopMedia, shopHeaders } from './shopRequest.ts'

/** Requests of the shops' API go to routes of this constraint, and no others do. */
const door = { door: 'shops' }

type Constraint = NonNullable<NonNullable<FastifyServerOptions['routerOptions']>['constraints']>[string]
type RouteHandler = Parameters<ReturnType<Constraint['storage']>['set']>[1]

/** What the server must be told before its first route, so that web app and shops' API can share addresses. */
export const shopConstraint: Constraint = {
  name: 'door',
  storage: () => {
    const kept = new Map<unknown, RouteHandler>()
    return { get: (value) => kept.get(value) ?? null, set: (value, handler) => void kept.set(value, handler) }
  },
  deriveConstraint: (request) => (isShopRequest(request) ? door.door : 'panel'),
  validate: () => true,
}
const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** A route for each call of the shops' API; its own refusals for other methods and unknown addresses, once a key is shown. */
export async function addShopCalls(app: FastifyInstance, ground: ShopGround, handlers: ShopHandlers): Promise<void> {
  await app.register(async (scope) => {
    const { services } = ground
    const leavesLine = makeRefusalLines(() => services.now())
    // Bodies stay text, whatever they say to be: the call's shape decides.
    scope.removeAllContentTypeParsers()
    acceptText(scope, '*')
    scope.setErrorHandler((error, request, reply) => {
      shopHeaders(reply, readShopMedia(request.headers.accept), services.config.brand.vendor)
      const { status, body } = shopEnvelope(loggedRefusal(services.log, { call: 'shop', request: request.id }, error), request)
      reply.code(status).send(body)
    })
    const methods = new Map<string, Set<string>>()
    for (const call of shopCalls) {
      // The table gives each name its own handler; here they are all alike.
      const handler = handlers[call.name] as unknown as ShopHandler<ShopCallName> // the table holds one for each name
      for (const url of [call.path, ...(call.alsoAt ?? [])].map(routeOf)) {
        methods.set(url, (methods.get(url) ?? new Set()).add(call.method))
        scope.route({
          method: call.method,
          url,
          constraints: door,
          exposeHeadRoute: false,
          ...(call.mostBytes === undefined ? {} : { bodyLimit: call.mostBytes }),
          config: { call: `shop.${call.name}` },
          handler: handleShopCall({ ...ground, call, handler, leavesLine }),
        })
        if (call.policy.key === 'publicKey') letPagesAsk(scope, url)
      }
    }
    for (const [url, known] of methods)
      for (const method of everyMethod.filter((one) => !known.has(one)))
        scope.route({
          method,
          url,
          constraints: door,
          exposeHeadRoute: false,
          handler: refuseShopCall(ground, 'MethodNotAllowed', [...known].join(', ')),
        })
    scope.route({
      method: [...everyMethod, 'OPTIONS', 'HEAD'],
      url: '/*',
      constraints: door,
      handler: refuseShopCall(ground, 'ObjectNotFoundException'),
    })
  })
}

/** Any page may ask with a public key, and be told for a day that it may. */
function letPagesAsk(app: FastifyInstance, url: string): void {
  app.options(url, { constraints: door }, (_request, reply) => {
    allowAnyOrigin(reply)
    reply.headers({
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'authorization, accept, accept-language',
      'access-control-max-age': '86400',
    })
    return reply.code(204).send()
  })
}
