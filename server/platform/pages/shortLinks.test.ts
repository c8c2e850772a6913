import { afterAll, beforeAll, expect, it } from 'vitest'
import { request, shop } from '../../testing/offlineCheckout/testCheckout.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('a short address leads to its link until that is replaced or expires, and says no more about others', async () => {
  const customer = { phone: '612345678', email: 'ana@correo.test' }
  const { orderUuid, checkoutUrl } = (await shop(server).create(request(14_990, { customer, channels: ['sms'] }))).body
  const shortOf = async () => (await shop(server).check(orderUuid)).body.shortUrl
  const leadsTo = async (address: string | null) => {
    const { status, headers } = await server.send('GET', new URL(address ?? '').pathname)
    return [status, headers.get('location'), headers.get('cache-control')]
  }
  const first = await shortOf()
  expect(first).toMatch(/\/p\/[0-9a-z]{12}$/)
  expect(await leadsTo(first)).toEqual([302, checkoutUrl, 'no-store'])
  expect(await leadsTo(first?.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '')).toEqual([404, null, 'no-store'])

  server.moveClock(61_000)
  await shop(server).resend(orderUuid)
  const second = await shortOf()
  expect(second).not.toBe(first)
  expect((await leadsTo(first))[0]).toBe(404)
  expect((await leadsTo(second))[0]).toBe(302)
  server.moveClock(4 * 24 * 3_600_000)
  expect((await leadsTo(second))[0]).toBe(404)
})
