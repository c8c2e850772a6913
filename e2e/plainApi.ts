import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '../bench/freePort.ts'

/** A provider's API with only the basic calls (`web/platform/api/plainPermissions.ts`), and in their responses only the fields that every provider has. */
export type PlainApi = {
  url: string
  /** Requests as "METHOD path accept". */
  seen: string[]
  account: Record<string, unknown>
  merchants: { id: string; name: string; status: string }[]
  close: () => Promise<void>
}

type PlainRequest = { path: string[]; body: string }
type Answer = [status: number, body?: unknown]
type Call = readonly [method: string, path: RegExp, answer: (api: PlainApi, given: PlainRequest) => Answer]

const done: Answer = [204]
const shop = (path: string) => new RegExp(`^/v2/merchants/([^/]+)${path}$`)
const order = (verb: string) => shop(`/orders/([^/]+)/${verb}`)
const one = (path: string) => new RegExp(`^/v2/${path}$`)
const enterprise = { name: 'Bicis Albero SL', ownership_type: 'full' }
const profile = { first_name: 'Ana', last_name: 'Gil' }
const iban = [{ iban: 'ES9121000418450200051332' }]

/** One row for each call. */
const calls: readonly Call[] = [
  ['GET', one('me'), (api) => [200, api.account]],
  ['PATCH', one('me/prefered-merchant'), () => done],
  ['GET', one('enterprise'), () => [200, enterprise]],
  ['POST', one('enterprise'), () => [200, enterprise]],
  ['PATCH', one('enterprise'), () => [200, enterprise]],
  ['GET', one('enterprise/owners'), () => [200, [{ id: 'owner-1' }]]],
  ['POST', one('enterprise/owners'), () => [200, { id: 'owner-2' }]],
  ['DELETE', one('enterprise/owners/[^/]+'), () => done],
  ['PATCH', one('enterprise/owners/[^/]+'), () => [200, { id: 'owner-1' }]],
  ['GET', one('profile'), () => [200, profile]],
  ['POST', one('profile'), () => [200, profile]],
  ['PATCH', one('profile'), () => [200, profile]],
  ['POST', one('token/refresh'), () => [200, { access_token: 'access-2', refresh_token: 'refresh-2' }]],
  ['POST', one('signout'), () => done],
  ['GET', one('postcodes'), () => [200, []]],
  ['GET', one('notifications'), () => [200, [{ message: 'Tu liquidación está lista', at: 'hoy' }, 'Un aviso', { type: 'news' }]]],
  ['POST', one('change-email'), () => done],
  ['POST', one('[^/]+/validate-change-email'), () => done],
  ['PATCH', one('change-password'), () => done],
  ['GET', one('ibans'), () => [200, iban]],
  ['GET', one('business-activity'), () => [200, []]],
  ['POST', one('afterbanks'), () => [200, {}]],
  ['GET', one('merchants'), (api) => [200, api.merchants]],
  ['POST', one('merchants'), () => [201, { id: 'shop-9' }]],
  ['GET', shop(''), (api, { path: [id] }) => found(api.merchants.find((merchant) => merchant.id === id))],
  ['GET', order('refund'), () => [200, { amount: 12_000 }]],
  ['POST', order('refund'), (_, { body }) => [201, JSON.parse(body) as unknown]],
  ['POST', order('cancel'), () => done],
  ['POST', order('captures'), () => done],
  ['GET', shop('/account'), () => [200, { billing_email: 'facturas@bicis.example' }]],
  ['PATCH', shop('/account'), () => done],
  ['GET', shop('/ibans'), () => [200, iban]],
  ['POST', shop('/ibans'), () => [201, iban[0]]],
  ['GET', shop('/invoices'), () => [200, { results: [{}], current: 1, total: 1, next: null }]],
  ['POST', shop('/request-checkout-offline'), () => [201, { order_uuid: 'order-1' }]],
  ['POST', shop('/request-checkout-offline/[^/]+/resend'), () => done],
  ['GET', shop('/request-checkout-offline/[^/]+/check'), () => [200, {}]],
  ['GET', shop('/configurations'), () => [200, {}]],
]

const found = (record: object | undefined): Answer =>
  record ? [200, record] : [404, { error: { type: 'ObjectNotFoundException', fields: { uuid: 'unknown' } } }]

const textOf = async (request: IncomingMessage): Promise<string> => Buffer.concat(await request.toArray()).toString()

function crossOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, accept-language, idempotency-key, x-background, range, if-range',
  )
}

async function answer(api: PlainApi, request: IncomingMessage, response: ServerResponse): Promise<void> {
  crossOrigin(response, request.headers.origin ?? '')
  if (request.method === 'OPTIONS') return void response.writeHead(204).end()
  const { pathname } = new URL(request.url ?? '/', api.url)
  api.seen.push(`${request.method} ${pathname} ${request.headers.accept}`)
  const body = await textOf(request)
  const call = calls.find(([method, path]) => method === request.method && path.test(pathname))
  if (!call) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
  const [status, given] = request.headers.authorization
    ? call[2](api, { path: call[1].exec(pathname)?.slice(1) ?? [], body })
    : [403, { error: { type: 'NotAuthenticated' } }]
  if (given === undefined) return void response.writeHead(status).end()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(given))
}

/** Starts it at a separate origin. */
export async function startPlainApi(): Promise<PlainApi> {
  const port = await freePort()
  const server = createServer((request, response) => void answer(api, request, response))
  const api: PlainApi = {
    url: `http://127.0.0.1:${port}`,
    seen: [],
    account: {
      type: 'enterprise',
      user_type: 'owner',
      email: 'ana@bicis.example',
      disabled: null,
      requires_onboarding: false,
      prefered_merchant_uuid: 'shop-1',
    },
    merchants: [
      { id: 'shop-1', name: 'Bicis Albero', status: 'active' },
      { id: 'shop-2', name: 'Patines Albero', status: 'active' },
    ],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return api
}
