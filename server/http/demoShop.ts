import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { demoPrivateKey } from '../db/seed/fillKeys.ts'
import type { House } from './call.ts'
import { demoPrice, demoShopPage, demoThanksPage, type DemoPage } from './demoShopPage.ts'

const home = '/demo-shop'
type Send = (request: FastifyRequest, reply: FastifyReply, page: DemoPage) => void

/**
 * A shop of the demonstration: its pages, and what its own server does. Of us it knows what any shop knows: its keys, the script and the shops' API,
 * which it calls and by which it is called like anybody else.
 */
export function demoShop(app: FastifyInstance, { config }: House, send: Send): void {
  const { vendor, name } = config.brand
  app.get(home, (request, reply) =>
    send(request, reply, demoShopPage((request.query as { public_key?: unknown }).public_key, vendor, name)),
  )
  app.get(`${home}/thanks`, (request, reply) => send(request, reply, demoThanksPage(name)))

  // What a plugin does when the buy button is pressed.
  app.post(`${home}/order`, async (request, reply) => {
    const asked = /"quantity":"?(\d)\b/.exec(String(request.body))?.[1]
    const quantity = Math.max(1, Number(asked ?? 1))
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/checkout',
      headers: {
        authorization: `Bearer ${demoPrivateKey()}`,
        accept: `application/vnd.${vendor}.sandbox.v4+json`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify(orderOf(quantity, pathsOf(request, config.publicUrl))),
    })
    return reply.code(statusCode).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
  })

  // What it answers when it is asked whether the order stands: yes, under the number that it has given it.
  app.post(`${home}/notify`, async (request, reply) => {
    const { access_token: shown, cart } = request.query as { access_token?: string; cart?: string }
    const known = typeof shown === 'string' && same(shown, demoPrivateKey())
    const answer = known ? { status: 'ok', order_id: `PED-${String(cart).slice(0, 20)}` } : { status: 403 }
    return reply
      .code(known ? 200 : 403)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(answer))
  })
}

const same = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Where the browser finds the shop, and where we find its server: on this very machine. */
function pathsOf({ socket }: FastifyRequest, publicUrl: string) {
  const host = socket.localAddress?.includes(':') ? `[${socket.localAddress}]` : socket.localAddress
  return { browser: publicUrl + home, server: `http://${host}:${socket.localPort}${home}` }
}

function orderOf(quantity: number, { browser, server }: ReturnType<typeof pathsOf>) {
  const cart = Date.now().toString(36).toUpperCase()
  const { netCents, taxRate, name } = demoPrice
  return {
    merchant: {
      notification_url: `${server}/notify?cart=${cart}`,
      success_url: `${browser}/thanks`,
      pending_url: `${browser}/thanks`,
      dismiss_url: browser,
    },
    order: {
      id: `CESTA-${cart}`,
      total_amount: (quantity * netCents * (10_000 + taxRate)) / 10_000,
      currency: 'EUR',
      articles: [{ id: 'SOFA-1', name, quantity, price: netCents, tax_rate: taxRate }],
    },
    customer: {},
    meta: { module: { name: 'demo-shop', version: '1.0.0' } },
  }
}
