import { describe, expect, it } from 'vitest'
import { callbackNo, callbackYes, NotVerified, readCallback, readWebhook } from '../client/src/main.ts'
import { signatureOf } from '../server/platform/outbound/signature.ts'

const key = `sk_test_${'a'.repeat(32)}`
const next = `sk_test_${'b'.repeat(32)}`
const live = `sk_live_${'a'.repeat(32)}`
const order = {
  id: '0'.repeat(32),
  mid: 'A-1',
  sandbox: true,
  status: 'pending',
  status_reason: 'confirmation_required',
  total_amount: 60_000,
}
const callbackBody = (more: object = {}) => JSON.stringify({ ...order, ...more })

describe('a callback', () => {
  const body = callbackBody()
  it.each([
    ['in its address', { url: `/notify?path=a/b&access_token=${key}`, headers: {} }],
    ['in a header', { url: '/notify', headers: { Authorization: `Bearer ${key}` } }],
    ['in the headers of fetch', { url: 'https://shop.example/notify', headers: new Headers({ authorization: `bearer ${key}` }) }],
  ])('carries our key %s', (_where, { url, headers }) => {
    const { order: read, asks } = readCallback({ url, headers, body }, key)
    expect(read).toMatchObject({ mid: 'A-1', totalAmount: 60_000, statusReason: 'confirmation_required' })
    expect(asks).toBe(true)
  })

  it('is accepted with either key during a roll', () => {
    const received = { url: `/?access_token=${next}`, headers: {}, body: callbackBody({ status: 'ok', status_reason: null }) }
    expect(readCallback(received, [key, next])).toMatchObject({ asks: false, order: { status: 'ok' } })
    expect(() => readCallback(received, key)).toThrow(NotVerified)
  })

  it.each([
    ['without a key', '/notify', body],
    ['with another key', `/notify?access_token=${next}`, body],
    ['with the beginning of our key', `/notify?access_token=${key.slice(0, -1)}`, body],
    ['with our key and more', `/notify?access_token=${key}a`, body],
    ['of the other mode', `/notify?access_token=${key}`, callbackBody({ sandbox: false })],
    ['that is no JSON', `/notify?access_token=${key}`, '<order>'],
    ['that is no order', `/notify?access_token=${key}`, '[]'],
  ])('%s is rejected', (_what, url, sent) => {
    expect(() => readCallback({ url, headers: {}, body: sent }, key)).toThrow(NotVerified)
  })

  it('of a live order carries a live key', () => {
    expect(() => readCallback({ url: `/?access_token=${live}`, headers: {}, body }, live)).toThrow(NotVerified)
    expect(() => readCallback({ url: '/?access_token=', headers: {}, body }, [])).toThrow(NotVerified)
  })

  it('is answered with ok and our order number, or with ko and our reason', () => {
    expect([callbackYes(), callbackYes('PED-7'), callbackNo('Sin existencias')]).toEqual([
      '{"status":"ok"}',
      '{"status":"ok","order_id":"PED-7"}',
      '{"status":"ko","reason":"Sin existencias"}',
    ])
  })
})

describe('a webhook', () => {
  // The example of the Standard Webhooks specification 1.0.
  const vector = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    now: new Date(1_614_265_330_000),
  }
  const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const read = ({ headers = {}, body = vector.body, secret = vector.secret as string | string[], now = vector.now } = {}) =>
    readWebhook({ headers: { ...vector.headers, ...headers }, body }, secret, { now })

  it('is parsed when its signature follows the standard', async () => {
    expect(await read()).toEqual({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', message: { test: 2_432_232_314 } })
    expect(await read({ secret: [other, vector.secret] })).toMatchObject({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek' })
    expect(
      await read({ headers: { 'webhook-signature': `v1,${'A'.repeat(43)}= v2,else ${vector.headers['webhook-signature']}` } }),
    ).toBeDefined()
  })

  const at = (seconds: number) => new Date(vector.now.getTime() + seconds * 1_000)
  it.each([
    ['with another body', { body: '{"test": 2432232315}' }],
    ['with another id', { headers: { 'webhook-id': 'msg_other' } }],
    ['of another time', { headers: { 'webhook-timestamp': '1614265331' } }],
    ['with another secret', { secret: other }],
    ['with no secret', { secret: [] }],
    ['without a signature', { headers: { 'webhook-signature': '' } }],
    ['with a signature of another version', { headers: { 'webhook-signature': vector.headers['webhook-signature'].replace('v1', 'v2') } }],
    ['that is too old', { now: at(301) }],
    ['of a time to come', { now: at(-301) }],
    ['without a time', { headers: { 'webhook-timestamp': '' } }],
    ['with a time that is none', { headers: { 'webhook-timestamp': 'NaN' } }],
  ])('%s is rejected', async (_what, changed) => {
    await expect(read(changed)).rejects.toBeInstanceOf(NotVerified)
  })

  it.each(['', 'whsec_', 'whsec_ñ'])(
    'is rejected when the secret is invalid (%j), because anyone could sign with an empty one',
    async (secret) => {
      await expect(read({ secret })).rejects.toBeInstanceOf(TypeError)
    },
  )

  it('may differ from our clock by the configured tolerance', async () => {
    expect(await read({ now: at(300) })).toBeDefined()
    const received = { headers: new Headers(vector.headers), body: vector.body }
    await expect(readWebhook(received, vector.secret, { now: at(61), toleranceSeconds: 60 })).rejects.toBeInstanceOf(NotVerified)
    expect(await readWebhook(received, vector.secret, { now: at(60), toleranceSeconds: 60 })).toBeDefined()
  })

  it('of our provider is accepted when signed with the old or the new secret', async () => {
    const body = JSON.stringify({
      type: 'operation.captured',
      timestamp: '2026-03-02T08:15:00.000Z',
      data: { operation_id: 'x', from: null, sequence: 3 },
    })
    const id = 'msg_1'
    const signature = signatureOf([vector.secret, other], { id, at: vector.now, body })
    for (const secret of [vector.secret, other]) {
      const { message } = await read({ body, secret, headers: { 'webhook-id': id, 'webhook-signature': signature } })
      expect(message).toMatchObject({ type: 'operation.captured', data: { operationId: 'x', sequence: 3 } })
    }
  })
})
