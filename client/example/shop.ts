import { createServer, type IncomingMessage, type Server } from 'node:http'
import {
  CallFailure,
  callbackNo,
  callbackYes,
  isRefusalOf,
  NoAnswer,
  NotVerified,
  readCallback,
  readWebhook,
  Refusal,
  type CallOptions,
  type Cents,
  type PlanSimulateAnswer,
  type ShopsClient,
} from '../src/main.ts'
import { articlesOf, cartOf, fieldsOf, totalOf, type CartLine } from './catalogue.ts'
import { styles, policyOf } from './styles.ts'
import { centsOf } from './money.ts'
import { unknownOutcomePage, officeOrderPage, officePage, type OfficeVerb } from './officePages.ts'
import { orderBook, type OrderBook, type ShopOrder } from './orders.ts'
import { cartPage, homePage, orderPage, errorPage } from './pages.ts'

type ShopSettings = {
  shop: ShopsClient
  /** The private key, which also authenticates the provider’s calls. */
  key: string
  webhookSecrets: readonly string[]
  /** This server’s URL, as reached by the provider and by customers' browsers. */
  address: string
  /** The provider's URL, allowed as a form target. */
  provider: string
}
type Shop = ShopSettings & { orders: OrderBook }
type ShopRequest = {
  method: string
  url: URL
  fields: URLSearchParams
  received: { url: string; headers: IncomingMessage['headers']; body: string }
}
type Answer = { status?: number; html: string } | { css: string } | { json: string } | { location: string } | { status: number }

const maxBytes = 262_144

/**
 * An example shop: cart, purchase, the provider's callbacks and webhooks, refunds and captures. It is for local use: a real shop authenticates its staff
 * before they manage orders, and stores orders in a database.
 */
export function exampleShop(settings: ShopSettings): Server {
  const orders = orderBook()
  const headers = {
    'content-security-policy': policyOf(settings.provider),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
  return createServer(async (request, response) => {
    const answer = await answerOf({ ...settings, orders }, request).catch(refusedPage)
    if ('location' in answer) return response.writeHead(303, { ...headers, location: answer.location }).end()
    if ('css' in answer) return response.writeHead(200, { ...headers, 'content-type': 'text/css; charset=utf-8' }).end(answer.css)
    if ('json' in answer) return response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(answer.json)
    if ('html' in answer)
      return response.writeHead(answer.status ?? 200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(answer.html)
    return response.writeHead(answer.status, headers).end()
  })
}

async function answerOf(shop: Shop, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', shop.address)
  const body = await bodyOf(request)
  const fields = new URLSearchParams(body)
  const shopRequest: ShopRequest = {
    method: request.method ?? 'GET',
    url,
    fields,
    received: { url: url.href, headers: request.headers, body },
  }
  const [place = '', number = '', verb = ''] = url.pathname.split('/').slice(1)
  const route = `${shopRequest.method} /${place}`
  if (route === 'POST /confirmacion') return callback(shop, shopRequest)
  if (route === 'POST /avisos') return webhook(shop, shopRequest)
  if (shopRequest.method === 'POST' && !isOwnForm(request)) return { status: 403 }
  const order = shop.orders.find(number)
  if (route === 'GET /') return { html: homePage() }
  if (route === 'GET /estilo.css') return { css: styles }
  if (route === 'GET /carrito') return showCart(shop, cartOf(url.searchParams))
  if (route === 'POST /comprar') return buy(shop, shopRequest)
  if (route === 'GET /gestion' && number === '') return { html: officePage(shop.orders.all()) }
  if (order && route === 'GET /pedido') return { html: orderPage(order) }
  if (order && route === 'GET /gestion') return showOffice(shop, order)
  if (order && route === 'POST /gestion' && isVerb(verb)) return act(shop, order, verb, fields)
  return {
    status: 404,
    html: errorPage('Esta página no existe', 'Puede que el pedido sea de antes de que la tienda de ejemplo se reiniciara.'),
  }
}

const productTypes = ['instalments', 'pay_in_4', 'pay_later'] as const

/** Creates an order here, then a checkout at the provider, and redirects the browser to pay. */
async function buy({ shop, orders, address }: Shop, { fields }: ShopRequest): Promise<Answer> {
  const cart = cartOf(fields)
  if (cart.length === 0) return { html: cartPage(cart, null) }
  const { number, totalCents } = orders.add(cart)
  const back = `${address}/pedido/${number}`
  const type = productTypes.find((one) => one === fields.get('pago')) ?? 'instalments'
  try {
    const { checkoutUrl } = await shop.checkoutCreate(
      {
        merchant: {
          notificationUrl: `${address}/confirmacion`,
          successUrl: back,
          pendingUrl: back,
          koUrl: back,
          dismissUrl: `${address}/carrito?${fieldsOf(cart)}`,
        },
        order: { id: number, totalAmount: totalCents, currency: 'EUR', articles: articlesOf(cart) },
        // Known customer data need not be asked again; malformed fields are left out.
        customer: { firstName: fields.get('nombre') ?? '', phone: fields.get('movil') ?? '' },
        product: { type },
        meta: { module: { name: 'example-shop', version: '1.0.0' } },
      },
      // A double click creates two orders; each checkout is created once, whatever happens to the answer.
      { idempotencyKey: number },
    )
    return { location: checkoutUrl }
  } catch (error) {
    if (isRefusalOf('checkoutCreate', error) && error.type === 'CreditNotAvailable')
      return { status: 409, html: cartPage(cart, null, error.message) }
    throw error
  }
}

/** The provider’s callback: asks whether the order is accepted, and reports its outcome. */
function callback({ key, orders }: Shop, { received }: ShopRequest): Answer {
  try {
    const { order: reported, asks } = readCallback(received, key)
    const order = orders.find(reported.mid)
    if (asks && order?.totalCents !== reported.totalAmount) return { json: callbackNo('El pedido no es de la tienda o su importe es otro') }
    if (order && !asks) order.status = reported.status
    return { json: callbackYes() }
  } catch (error) {
    if (error instanceof NotVerified) return { status: 403 }
    throw error
  }
}

/** A webhook: reports what happened, whether here, in the back office, or by the customer. */
async function webhook({ webhookSecrets, orders }: Shop, { received }: ShopRequest): Promise<Answer> {
  try {
    const { id, message } = await readWebhook(received, webhookSecrets)
    const order = 'mid' in message.data ? orders.find(message.data.mid) : undefined
    // The same message may be delivered twice.
    if (order && !order.news.some((one) => one.id === id)) order.news.push({ id, message })
    return { status: 204 }
  } catch (error) {
    if (error instanceof NotVerified) return { status: 403 }
    throw error
  }
}

async function showCart({ shop }: Shop, cart: readonly CartLine[]): Promise<Answer> {
  return { html: cartPage(cart, cart.length === 0 ? null : await plansOf(shop, totalOf(cart))) }
}

/** The instalment plans of an amount; null: it cannot be paid in instalments. */
async function plansOf(shop: ShopsClient, amount: number): Promise<PlanSimulateAnswer | null> {
  try {
    await shop.checkoutAvailable({ amount })
    return await shop.planSimulate({ amount, view: 'cart' })
  } catch (error) {
    if (isRefusalOf('checkoutAvailable', error) && error.type === 'CreditNotAvailable') return null
    throw error
  }
}

/** An order whose checkout was never created is unknown to the provider. */
async function showOffice({ shop }: Shop, order: ShopOrder, trouble = ''): Promise<Answer> {
  try {
    return { status: trouble === '' ? 200 : 409, html: officeOrderPage(order, await shop.operationView(order.number), trouble) }
  } catch (error) {
    if (isRefusalOf('operationView', error) && error.type === 'ObjectNotFoundException')
      return { html: officeOrderPage(order, null, trouble) }
    throw error
  }
}

/** An action by staff, named by the last path segment. The form's own idempotency key makes a double click one action. */
const verbs: Readonly<Record<OfficeVerb, (shop: ShopsClient, number: string, amount: Cents, options: CallOptions) => Promise<unknown>>> = {
  captura: (shop, number, amount, options) => shop.operationCapture(number, { amount }, options),
  devolucion: (shop, number, amount, options) => shop.operationRefund(number, { amount }, options),
  cancelacion: (shop, number, _amount, options) => shop.operationCancel(number, options),
}
const isVerb = (word: string): word is OfficeVerb => Object.hasOwn(verbs, word)

async function act(all: Shop, order: ShopOrder, verb: OfficeVerb, fields: URLSearchParams): Promise<Answer> {
  const amount = centsOf(fields.get('importe') ?? '')
  const idempotencyKey = fields.get('vez') ?? ''
  if (amount === undefined) return showOffice(all, order, 'Escribe un importe, por ejemplo 12,50.')
  try {
    await verbs[verb](all.shop, order.number, amount, idempotencyKey === '' ? {} : { idempotencyKey })
    return { location: `/gestion/${order.number}` }
  } catch (error) {
    if (error instanceof CallFailure && error.maybeDone && error.idempotencyKey !== null)
      return { status: 503, html: unknownOutcomePage(order.number, { verb, cents: amount, key: error.idempotencyKey }) }
    // The provider’s messages are written for people.
    if (error instanceof Refusal) return showOffice(all, order, error.message)
    throw error
  }
}

/** An error page; the reason is in the server’s log. */
function refusedPage(error: unknown): Answer {
  console.error(error instanceof Refusal ? `${error.call}: ${error.type} (${error.requestId})` : error)
  if (error instanceof NoAnswer)
    return {
      status: 503,
      html: errorPage('Ahora mismo no se puede pagar', 'El proveedor de pagos no contesta. Inténtalo dentro de unos minutos.'),
    }
  return { status: 500, html: errorPage('Algo ha fallado', 'No se ha cobrado nada. Inténtalo otra vez.') }
}

/** A form of this site (same origin), or a request from no browser. */
function isOwnForm({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error('request body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
