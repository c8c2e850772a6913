import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callbackYes, NotVerified, readCallback, Refusal, shopsClient, type CheckoutCreateBody } from '../../../client/src/main.ts'
import { demoPrivateKey, demoPublicKey } from '../../demo/fill/fillKeys.ts'
import { bigShopName } from '../../demo/personas.ts'
import type { Services } from '../calls/call.ts'
import { demoPrice, demoShopPage, demoThanksPage, type DemoPage } from './demoShopPage.ts'

const home = '/demo-shop'
type Send = (request: FastifyRequest, reply: FastifyReply, page: DemoPage) => void

/**
 * A shop of the demonstration: its pages and its own server. It knows what any shop knows: its keys, the script and the shops' API, which it calls with
 * the client published for shops and which calls it back.
 */
export function demoShop(app: FastifyInstance, { config }: Services, send: Send): void {
  const { vendor, name } = config.brand
  app.get(home, (request, reply) =>
    send(
      request,
      reply,
      demoShopPage({
        publicKey: (request.query as { public_key?: unknown }).public_key,
        own: demoPublicKey(config.keySecrets[0], bigShopName, 'sandbox'),
        vendor,
        bank: name,
      }),
    ),
  )
  app.get(`${home}/thanks`, (request, reply) => send(request, reply, demoThanksPage(name)))

  // The shop's server creates the order when the buy button is pressed.
  app.post(`${home}/order`, async (request, reply) => {
    const quantityText = /"quantity":"?(\d)\b/.exec(String(request.body))?.[1]
    const quantity = Math.max(1, Number(quantityText ?? 1))
    const paths = pathsOf(request, config.publicUrl)
    try {
      const { id } = await shopsClient({ baseUrl: paths.provider, key: demoPrivateKey(config.keySecrets[0]) }).checkoutCreate(
        orderOf(quantity, paths),
      )
      return answer(reply, 201, { id })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return answer(reply, error.status, { error: { message: error.message } })
    }
  })

  // The shop's server answers the confirmation callback: confirmed, with its own order number.
  app.post(`${home}/notify`, async (request, reply) => {
    try {
      readCallback({ url: request.url, headers: request.headers, body: String(request.body) }, demoPrivateKey(config.keySecrets[0]))
    } catch (error) {
      if (!(error instanceof NotVerified)) throw error
      return answer(reply, 403, {})
    }
    const { cart } = request.query as { cart?: string }
    return answer(reply, 200, callbackYes(`PED-${String(cart).slice(0, 20)}`))
  })
}

function answer(reply: FastifyReply, status: number, body: object | string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The URL of the shop for the browser, and of its server for our callbacks: this machine. */
function pathsOf({ socket }: FastifyRequest, publicUrl: string) {
  const host = socket.localAddress?.includes(':') ? `[${socket.localAddress}]` : socket.localAddress
  const provider = `http://${host}:${socket.localPort}`
  return { browser: publicUrl + home, provider, server: provider + home }
}

function orderOf(quantity: number, { browser, server }: ReturnType<typeof pathsOf>): CheckoutCreateBody {
  const cart = Date.now().toString(36).toUpperCase()
  const { netCents, taxRate, name } = demoPrice
  return {
    merchant: {
      notificationUrl: `${server}/notify?cart=${cart}`,
      successUrl: `${browser}/thanks`,
      pendingUrl: `${browser}/thanks`,
      dismissUrl: browser,
    },
    order: {
      id: `CESTA-${cart}`,
      totalAmount: (quantity * netCents * (10_000 + taxRate)) / 10_000,
      currency: 'EUR',
      articles: [{ id: 'SOFA-1', name, quantity, price: netCents, taxRate }],
    },
    customer: {},
    meta: { module: { name: 'demo-shop', version: '1.0.0' } },
  }
}
