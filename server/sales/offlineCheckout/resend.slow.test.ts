import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { merchantA1, partsOf, request, shop } from '../../testing/offlineCheckout/testCheckout.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const customer = { phone: '612345678', email: 'ana@correo.test' }
let amount = 30_000
const sent = async (more: Parameters<typeof request>[1] = {}) =>
  (await shop(server).create(request((amount += 1), { customer, channels: ['sms'], ...more }))).body
const statusOf = async (checkoutUrl: string | null) => {
  const { checkoutId, token } = partsOf(checkoutUrl ?? '')
  return (await server.send('GET', `/v2/checkout/${checkoutId}`, { headers: { authorization: `Bearer ${token}` } })).status
}

describe('resending a link', () => {
  it('creates a new link, marks the old one as replaced, and keeps the expiry', async () => {
    const first = await sent()
    server.moveClock(61_000)
    const { status, body } = await shop(server).resend(first.orderUuid)
    expect(status).toBe(200)
    expect(body).toMatchObject({ resendCount: 1, resendsLeft: 4, expiresAt: first.expiresAt, version: 2 })
    expect(body.checkoutUrl).not.toBe(first.checkoutUrl)
    expect(body.deliveries.map((one) => [one.channel, one.purpose, one.to])).toEqual([
      ['sms', 'link', '612345678'],
      ['sms', 'link', '612345678'],
    ])
    expect(await statusOf(first.checkoutUrl)).toBe(410)
    expect(await statusOf(body.checkoutUrl)).not.toBe(410)
  })

  it('requires a minute in between, reports the remaining time, and is limited to five times', async () => {
    const { orderUuid } = await sent()
    const early = await shop(server).resend(orderUuid)
    expect([early.status, early.error.type]).toEqual([429, 'TooManyRequests'])
    const seconds = Number(early.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    const { nextResendAt } = (await shop(server).check(orderUuid)).body
    server.moveClock(seconds * 1_000 + 500)
    expect(server.services.now().getTime()).toBeGreaterThan(Date.parse(nextResendAt ?? ''))
    for (let time = 1; time <= 5; time += 1) {
      expect((await shop(server).resend(orderUuid)).body.resendsLeft, `time ${time}`).toBe(5 - time)
      server.moveClock(60_500)
    }
    const sixth = await shop(server).resend(orderUuid)
    expect([sixth.status, sixth.error.message]).toEqual([429, 'Este enlace ya se ha vuelto a enviar cinco veces. Crea uno nuevo.'])
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await shop(server).check(orderUuid)).body).toMatchObject({ resendCount: 5, resendsLeft: 0, nextResendAt: null })
  })

  it('counts once for two concurrent requests', async () => {
    const { orderUuid } = await sent()
    server.moveClock(61_000)
    const answers = await Promise.all([
      shop(server).resend(orderUuid),
      shop(server, 'ownerA').resend(orderUuid),
      shop(server).resend(orderUuid),
    ])
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 429, 429])
    expect((await shop(server).check(orderUuid)).body.resendCount).toBe(1)
  })

  it('can use another channel and another address, which is stored', async () => {
    const { orderUuid, operationId } = await sent()
    server.moveClock(61_000)
    const { body } = await shop(server).resend(orderUuid, {
      channels: ['sms', 'email'],
      phone: '+34 698 765 432',
      email: 'Otra@correo.test',
    })
    expect(
      body.deliveries
        .slice(0, 2)
        .map((one) => one.to)
        .toSorted(),
    ).toEqual(['698765432', 'otra@correo.test'])
    expect(await server.ownerSql('select phone, email, search_text from operations where id = $1', [uuidOf(operationId)])).toEqual([
      { phone: '698765432', email: 'otra@correo.test', search_text: '' },
    ])
    const list = await server.call('operationList', { params: merchantA1, query: { q: 'otra@correo.test' }, as: 'ownerA' })
    expect(list.body.results.map((one) => one.id)).toEqual([operationId])
  })

  it('requires a channel and a valid address', async () => {
    const { orderUuid } = (await shop(server).create(request((amount += 1)))).body
    const names = async (body: Parameters<ReturnType<typeof shop>['resend']>[1]) =>
      (await shop(server).resend(orderUuid, body)).error.fields?.map((field) => `${field.name} ${field.code}`)
    expect(await names({})).toEqual(['channels required'])
    expect(await names({ channels: ['sms'] })).toEqual(['phone required'])
    expect(await names({ channels: ['sms'], phone: '912345678' })).toEqual(['phone format'])
    expect(await names({ channels: ['sms', 'sms'], phone: '612345678' })).toEqual(['channels twice'])
    expect((await shop(server).resend(orderUuid, { channels: ['sms'], phone: '612345678' })).status).toBe(200)
  })

  it('does not change an address that the customer has confirmed', async () => {
    const { orderUuid } = await sent()
    await server.ownerSql('update checkouts set consent_confirmed_at = now(), identified_at = now() where id = $1', [uuidOf(orderUuid)])
    server.moveClock(61_000)
    const other = await shop(server).resend(orderUuid, { channels: ['sms', 'email'], phone: '698765432', email: 'otra@correo.test' })
    expect(other.error.fields?.map((field) => `${field.name} ${field.code}`)).toEqual(['phone confirmed', 'email confirmed'])
    expect((await shop(server).resend(orderUuid, { phone: '612 345 678' })).status).toBe(200)
  })

  it('is refused once the sale has ended or expired', async () => {
    const { orderUuid, operationId } = await sent()
    const short = await sent({ expiresInMinutes: 10 })
    server.moveClock(11 * 60_000)
    const late = await shop(server).resend(short.orderUuid)
    expect([late.status, late.error.type, late.error.message]).toEqual([
      409,
      'ResendNotAllowed',
      'Este enlace ha caducado: crea uno nuevo.',
    ])
    await server.call('operationCancel', { params: { ...merchantA1, operationId }, as: 'editorA' })
    const ended = await shop(server).resend(orderUuid)
    expect([ended.status, ended.error.message]).toEqual([409, 'Este enlace ya ha terminado: crea uno nuevo.'])
    expect((await shop(server).check(orderUuid)).body).toMatchObject({ progress: 'cancelled', resendsLeft: 0, nextResendAt: null })
  })

  it('is limited to operators of this shop in this mode', async () => {
    const { orderUuid } = await sent()
    server.moveClock(61_000)
    expect((await shop(server, 'guestA').resend(orderUuid)).error.type).toBe('PermissionDenied')
    expect((await shop(server, 'editorA', 'sandbox').resend(orderUuid)).error.type).toBe('ObjectNotFoundException')
    const params = { merchantId: hexOf(ids.merchantA2), orderUuid }
    expect((await server.call('checkoutOfflineResend', { params, body: {}, as: 'ownerA' })).error.type).toBe('ObjectNotFoundException')
    expect((await server.call('checkoutOfflineResend', { params, body: {}, as: 'ownerB' })).error.type).toBe('ObjectNotFoundException')
    expect((await shop(server).check(orderUuid)).body.resendCount).toBe(0)
  })
})
