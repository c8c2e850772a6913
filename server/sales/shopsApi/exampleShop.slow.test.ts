import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { testCards } from '../../testing/payments/testCards.ts'
import { assertBooks, centsOf, sendWebhooks, exampleShop, shopsClient, webhookCalls } from '../../testing/shopsApi/shopsApiFixture.ts'
import { payAs } from '../../testing/shopsApi/testPay.ts'
import { issueTestKey } from '../../testing/shopsApi/testShop.ts'

// The example shop against the server: real HTTP in both directions.
let server: TestServer
let shop: Server
let address: string
let key: string
/** How many of the next server answers are dropped. */
let answersLost = 0
beforeAll(async () => {
  server = await startTestServer()
  server.services.payments.cards = testCards().cards
  key = await issueTestKey(server, ids.merchantA1, 'sandbox', 'private')
  const secrets: string[] = []
  const settings = {
    shop: shopsClient({ baseUrl: server.url, key, backOffMs: 1, fetch: losingFetch }),
    key,
    webhookSecrets: secrets,
    address: '',
    provider: server.url,
  }
  shop = exampleShop(settings)
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  settings.address = address
  const calls = webhookCalls(server, { as: await server.signIn('adminA') })
  secrets.push(
    (await calls.createEndpoint(`${address}/avisos`, ['operation.confirmed', 'operation.captured', 'operation.refunded'])).secret,
  )
})
afterAll(async () => {
  await assertBooks(server.database.ownerUrl)
  await server.close()
  shop.closeAllConnections()
  shop.close()
})

async function losingFetch(...args: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...args)
  if (answersLost === 0) return answer
  answersLost -= 1
  throw new TypeError('the line went dead')
}
const get = async (path: string) => {
  const answer = await fetch(address + path)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const answer = await fetch(address + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
}
const numberIn = (text: string) => /PED-[0-9A-F]{8}/.exec(text)?.[0] ?? ''
/** The newest order of the shop. */
const newest = async () => numberIn((await get('/gestion')).text)

describe('a purchase in the example shop', () => {
  let number = ''

  it("goes from the cart to our page, is paid there, and confirmed by the shop's callback", async () => {
    const cart = await get('/carrito?mesa=1&lampara=2')
    expect(cart.text).toMatch(/883,30\s€/)
    expect(cart.text).toMatch(/Desde <strong>[\d,]+\s€<\/strong> al mes/)
    const bought = await post('/comprar', { mesa: '1', lampara: '2', pago: 'pay_later', nombre: 'Ana', movil: '612 340 098' })
    expect(bought.status).toBe(303)
    expect(bought.location.startsWith(`${server.services.config.publicUrl}/checkout/`)).toBe(true)
    number = await newest()
    expect((await get(`/pedido/${number}`)).text).toContain('Esperamos la confirmación del pago')
    await payAs(server, bought.location, 'pay_later')
    expect((await get(`/pedido/${number}`)).text).toContain('Gracias por tu compra')
  })

  it('is captured in parts and refunded by its buttons; a second press has no further effect', async () => {
    const office = await get(`/gestion/${number}`)
    const vez = /name="vez" value="([^"]+)"/.exec(office.text)?.[1] ?? ''
    for (const _press of [1, 2]) expect((await post(`/gestion/${number}/captura`, { importe: '800,30', vez })).status).toBe(303)
    expect((await get(`/gestion/${number}`)).text).toMatch(/<dt>Capturado<\/dt>\s*<dd>800,30\s€/)
    await post(`/gestion/${number}/captura`, { importe: '83' })
    await post(`/gestion/${number}/devolucion`, { importe: '100,50 €' })
    const after = await get(`/gestion/${number}`)
    expect(after.text).toMatch(/<dt>Devuelto<\/dt>\s*<dd>100,50\s€/)
    expect(after.text).not.toContain('Capturar')
    const refused = await post(`/gestion/${number}/devolucion`, { importe: '1.000' })
    expect([refused.status, /role="alert">[^<]+</.test(refused.text)]).toEqual([409, true])
    expect((await post(`/gestion/${number}/devolucion`, { importe: 'mucho' })).text).toContain('Escribe un importe')
  })

  it('is refunded once although the answer was lost: the page repeats the same request', async () => {
    const refunded = async () => /<dt>Devuelto<\/dt>\s*<dd>([\d,]+)\s€/.exec((await get(`/gestion/${number}`)).text)?.[1]
    const vez = 'devuelta-sin-respuesta'
    answersLost = 3
    const lost = await post(`/gestion/${number}/devolucion`, { importe: '20', vez })
    expect(lost.status).toBe(503)
    expect(lost.text).toContain('puede que ya esté hecho')
    const again =
      /action="([^"]+\/devolucion)">\s*<input type="hidden" name="vez" value="([^"]+)" \/><input type="hidden" name="importe" value="([^"]+)"/
    expect(again.exec(lost.text)?.slice(1)).toEqual([`/gestion/${number}/devolucion`, vez, '20,00'])
    expect(await refunded()).toBe('120,50')
    expect((await post(`/gestion/${number}/devolucion`, { importe: '20,00', vez })).status).toBe(303)
    expect(await refunded()).toBe('120,50')
  })

  it('receives a webhook and verifies its signature', async () => {
    await sendWebhooks(server.services)
    const { text } = await get(`/gestion/${number}`)
    for (const type of ['operation.confirmed', 'operation.captured', 'operation.refunded']) expect(text).toContain(type)
    const forged = await fetch(`${address}/avisos`, {
      method: 'POST',
      body: '{}',
      headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    })
    expect(forged.status).toBe(403)
  })

  it('is refused with an unknown key, and for another amount', async () => {
    await post('/comprar', { butaca: '1' })
    const open = await newest()
    const order = { id: '0'.repeat(32), mid: open, sandbox: true, status: 'ok', status_reason: null, total_amount: 1 }
    const tell = (token: string, more: object = {}) =>
      fetch(`${address}/confirmacion?access_token=${token}`, { method: 'POST', body: JSON.stringify({ ...order, ...more }) })
    expect((await tell(`sk_test_${'0'.repeat(32)}`)).status).toBe(403)
    expect((await get(`/pedido/${open}`)).text).toContain('Esperamos la confirmación')
    const answer = await tell(key, { status: 'pending', status_reason: 'confirmation_required' })
    expect(await answer.json()).toMatchObject({ status: 'ko' })
  })
})

it('the example shop escapes its output and refuses forms of another site', async () => {
  const home = await get('/')
  expect(home.text).toContain('Butaca Alcor')
  expect(home.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
  expect((await post('/comprar', { mesa: '1' }, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await get('/carrito')).text).toContain('vacío')
  expect((await get('/carrito?mesa=9&butaca=9')).text).toContain('no se puede pagar a plazos')
  expect([(await get('/pedido/PED-0')).status, (await get('/otra')).status]).toEqual([404, 404])
  expect((await get('/gestion/%3Cscript%3E')).text).not.toContain('<script')
})

it('the example shop parses amounts in Spanish notation', () => {
  expect(['12,5', '1.250,50', '1250', '12,50 €', '0', '', '1,234', '-3', '12.5', '1e3', '12 50'].map(centsOf)).toEqual([
    1_250,
    125_050,
    125_000,
    1_250,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
