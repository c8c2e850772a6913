import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginSale, type TestSale } from '../../testing/checkout/testSale.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { applyNotifications } from '../cards/applyNotifications.ts'
import { httpSms } from './smsSenders.ts'
import { twilioSignature, twilioSms } from './twilioSms.ts'
import type { SmsProvider } from './smsProvider.ts'

const token = 'a token of a text message partner'
const accountSid = `AC${'0'.repeat(32)}`
/** What the partner heard, newest last, and how it treats the next requests. */
const heard: { url: string; authorization: string; fields: URLSearchParams | null; json: Record<string, string> | null }[] = []
const failures: ('lost' | 'error')[] = []
const accepted: { body: string; status: string }[] = []
let partner: Server
let address = ''
let server: TestServer

beforeAll(async () => {
  partner = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const isForm = String(request.headers['content-type']).includes('urlencoded')
      const fields = isForm ? new URLSearchParams(text) : null
      const reply = (status: number, body: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.method === 'GET') return reply(200, { messages: accepted })
      heard.push({ url: request.url ?? '', authorization: String(request.headers.authorization), fields, json: isForm ? null : JSON.parse(text) })
      const failure = failures.shift()
      if (failure === 'error') return reply(503, {})
      accepted.unshift({ body: fields?.get('Body') ?? '', status: 'queued' })
      if (failure === 'lost') return response.destroy()
      return reply(201, { sid: 'SM1' })
    })
  })
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  partner.closeAllConnections()
  await new Promise((resolve) => partner.close(resolve))
})

const makeTwilio = () => twilioSms({ url: address, accountSid, authToken: token, from: '+34600000000', publicUrl: server.services.config.publicUrl })
const makeHttp = () => httpSms({ url: `${address}/sms`, token })

type Report = { about: string; status: string; sid?: string }
/** A receipt as each partner sends it; `signedWith`: its secret. */
const receiptOf: Record<string, (report: Report, signedWith?: string) => { path: string; headers: Record<string, string>; body: string }> = {
  twilio: ({ about, status, sid = 'SM1' }, signedWith = token) => {
    const path = `/partners/twilio/events?about=${encodeURIComponent(about)}`
    const fields = new URLSearchParams({ MessageSid: sid, MessageStatus: status === 'failed' ? 'undelivered' : status, To: '+34612345678' })
    const signature = twilioSignature(signedWith, `${server.services.config.publicUrl}${path}`, fields)
    return { path, headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }, body: fields.toString() }
  },
  http: ({ about, status, sid = 'SM1' }, signedWith = token) => {
    const body = JSON.stringify({ id: sid, reference: about, status })
    const seconds = String(Math.floor(server.services.wallClock().getTime() / 1_000))
    const signature = createHmac('sha256', signedWith).update(`${seconds}.${body}`).digest('hex')
    return { path: '/partners/sms/events', headers: { 'content-type': 'application/json', 'x-signature': `t=${seconds},v1=${signature}` }, body }
  },
}

/** A sale whose code was sent to its customer's phone, and what its receipts are about. */
async function sent(): Promise<{ sale: TestSale; about: string }> {
  const sale = await beginSale(server)
  await sale.call('checkoutPlan', { product: 'instalments', numInstalments: 6 })
  await sale.call('checkoutConsent', { privacy: true, creditCheck: true })
  const [row] = await server.ownerSql<{ id: string }>('select id from deliveries where checkout_id = $1', [sale.checkoutId])
  const about = `${sale.scope.merchantId}/live/${row?.id}`
  await server.ownerSql("update deliveries set state = 'sent', done_at = now() where checkout_id = $1", [sale.checkoutId])
  return { sale, about }
}

describe.each([
  ['twilio', makeTwilio],
  ['http', makeHttp],
] as const)('text messages by %s', (name, make) => {
  let sms: SmsProvider
  beforeAll(() => {
    sms = make()
    server.services.sms = sms
  })
  const report = async (fields: Report, signedWith?: string) => {
    const { path, headers, body } = receiptOf[name]?.(fields, signedWith) ?? { path: '', headers: {}, body: '' }
    const { status } = await server.send('POST', path, { headers, body })
    await applyNotifications(server.services)
    return status
  }
  const shown = async ({ operationId, scope }: TestSale) => {
    const { body } = await server.call('customerMessageList', {
      as: 'editorA',
      params: { merchantId: hexOf(scope.merchantId), operationId: hexOf(operationId) },
    })
    return body.map(({ state, problem }) => `${state} ${problem}`)
  }

  it('say what they are about by ids alone', async () => {
    await sms.send({ to: '612345678', text: 'Hola', id: 'one', about: 'shop/live/delivery' })
    const last = heard.at(-1)
    if (name === 'http') return expect(last?.json).toEqual({ to: '+34612345678', text: 'Hola', id: 'one', reference: 'shop/live/delivery' })
    expect(last?.authorization).toBe(`Basic ${Buffer.from(`${accountSid}:${token}`).toString('base64')}`)
    expect(last?.fields && Object.fromEntries(last.fields)).toEqual({
      To: '+34612345678',
      From: '+34600000000',
      Body: 'Hola',
      StatusCallback: `${server.services.config.publicUrl}/partners/twilio/events?about=shop%2Flive%2Fdelivery`,
    })
  })

  it.each([
    [['sent', 'delivered'], 'delivered null'],
    [['delivered', 'sent', 'delivered'], 'delivered null'],
    [['failed', 'failed'], 'failed undelivered'],
    [['failed', 'delivered'], 'delivered null'],
    [['delivered', 'failed'], 'delivered null'],
  ] as const)('are shown by their receipts, in any order and repeated: %s', async (statuses, state) => {
    const { sale, about } = await sent()
    expect(await shown(sale)).toEqual(['sent null'])
    for (const status of statuses) expect(await report({ about, status, sid: about })).toBe(204)
    expect(await shown(sale)).toEqual([state])
  })

  it('refuse a receipt that the partner did not sign, and one whose message was changed', async () => {
    const { sale, about } = await sent()
    expect(await report({ about, status: 'failed' }, 'another token')).toBe(400)
    const other = await sent()
    const { path, headers, body } = receiptOf[name]?.({ about: other.about, status: 'failed' }) ?? { path: '', headers: {}, body: '' }
    const changed = await server.send('POST', path.replace(encodeURIComponent(other.about), encodeURIComponent(about)), {
      headers,
      body: body.replace(other.about, about),
    })
    expect(changed.status).toBe(400)
    await applyNotifications(server.services)
    expect([await shown(sale), await shown(other.sale)]).toEqual([['sent null'], ['sent null']])
  })

  it('keep no number beside a receipt', async () => {
    const { about } = await sent()
    await report({ about, status: 'delivered', sid: 'SM9' })
    expect(JSON.stringify(await server.ownerSql('select * from partner_notifications'))).not.toContain('612345678')
  })
})

it('Twilio sends a message once although the answer was lost, and again after an error', async () => {
  const sms = makeTwilio()
  const before = heard.length
  failures.push('lost')
  expect(await sms.send({ to: '612345678', text: 'Tu código es 123456', id: 'two' })).toBe('unreachable')
  expect(await sms.send({ to: '612345678', text: 'Tu código es 123456', id: 'two', again: true })).toBe('sent')
  expect(heard.length - before).toBe(1)
  failures.push('error')
  expect(await sms.send({ to: '612345678', text: 'Tu código es 654321', id: 'three' })).toBe('unreachable')
  expect(await sms.send({ to: '612345678', text: 'Tu código es 654321', id: 'three', again: true })).toBe('sent')
  expect(heard.length - before).toBe(3)
})
