import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mintScope } from '../../platform/database/scope.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { sweep } from '../../platform/gateway/sweep.ts'
import { countSms } from '../messages/gsm7.ts'
import { request, shop } from '../../testing/offlineCheckout/testCheckout.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { smsHourly: { phone: 3, shop: 8, network: 5 } } })
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('delete from sms_sends'))

const minute = 60_000
const start = new Date('2026-11-20T10:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * minute)
/** Counts one message in a transaction of its own; returns why it was refused, and the minutes to wait. */
async function send({
  to = '612345678',
  merchantId = ids.merchantA1 as string,
  mode = 'live' as 'live' | 'sandbox',
  ip = '83.45.12.7',
  now = start,
} = {}) {
  const scope = mintScope(merchantId, mode)
  return server.services.database
    .write(scope, (db) => countSms(server.services, db, scope, { to, ip, now }))
    .then(
      () => 'sent',
      (error: { why: string; values: { minutes: string } }) => `${error.why} ${error.values.minutes}`,
    )
}

it('one phone gets three SMS an hour, over all shops and networks, and another when the oldest is an hour old', async () => {
  const sent = [await send(), await send({ merchantId: ids.merchantB1, ip: '1.2.3.4', now: at(10) }), await send({ now: at(20) })]
  expect(sent).toEqual(['sent', 'sent', 'sent'])
  expect(await send({ now: at(30) })).toBe('smsPhone 30')
  expect(await send({ to: '698765432', now: at(30) })).toBe('sent')
  expect(await send({ now: at(60) })).toBe('sent')
  expect(await send({ now: at(60) })).toBe('smsPhone 10')
})

it('concurrent SMS are limited to exactly the maximum', async () => {
  const sent = await Promise.all(Array.from({ length: 12 }, () => send()))
  expect(sent.filter((one) => one === 'sent')).toHaveLength(3)
})

it('SMS are counted for network and shop too, and a refused one is not counted', async () => {
  const phones = Array.from({ length: 9 }, (_, n) => `61234567${n}`)
  for (const to of phones.slice(0, 5)) expect(await send({ to })).toBe('sent')
  expect(await send({ to: '612345679' })).toBe('smsNetwork 60')
  for (const to of phones.slice(5, 8)) expect(await send({ to, ip: '90.1.1.1' })).toBe('sent')
  expect(await send({ to: '612345678', ip: '90.1.1.1' })).toBe('smsShop 60')
  expect(await server.ownerSql<{ n: number }>('select count(*)::int as n from sms_sends')).toEqual([{ n: 24 }])
})

it('SMS in sandbox are not counted; no phone number is stored, and counts are deleted after a day', async () => {
  for (let n = 0; n < 6; n += 1) expect(await send({ mode: 'sandbox' })).toBe('sent')
  expect(await server.ownerSql('select * from sms_sends')).toEqual([])
  await send()
  expect(JSON.stringify(await server.ownerSql('select * from sms_sends'))).not.toContain('612345678')
  await sweep({ ...server.services, now: () => at(25 * 60) })
  expect(await server.ownerSql('select * from sms_sends')).toEqual([])
})

it('the fourth sale by SMS to one phone is refused, with the reason and the time to wait', async () => {
  const { create } = shop(server)
  const ask = (total: number) => create(request(total, { customer: { phone: '611222333', email: '' }, channels: ['sms'] }))
  for (const total of [20_000, 21_000, 22_000]) expect((await ask(total)).status).toBe(201)
  const refused = await ask(23_000)
  expect([refused.status, refused.error.message]).toEqual([429, expect.stringContaining('ya ha recibido muchos mensajes')])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
})
