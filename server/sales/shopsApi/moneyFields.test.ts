import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/shopsApi/shopsApiFixture.ts'
import { issueTestKeys, makeShop, type Shop } from '../../testing/shopsApi/testShop.ts'

let server: TestServer
let shop: Shop
/** One order awaiting capture and one captured, with the capture's id. */
let waiting: string
let captured: string
let capture: string

beforeAll(async () => {
  server = await startTestServer()
  shop = makeShop(server, (await issueTestKeys(server, ids.merchantA1)).live.private)
  const captureBy = new Date(Date.now() + 9 * 86_400_000)
  const manual = {
    substatus: 'pending_merchant',
    reason: 'capture_required',
    captureMode: 'manual',
    captureBy,
    totalCents: 30_000,
  } as const
  waiting = await writeOperation(server.database.ownerUrl, manual)
  captured = await writeOperation(server.database.ownerUrl, { totalCents: 30_000 })
  capture = (await shop('GET', `/orders/${captured}/captures`)).body.results[0].id
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Bodies with a malformed amount, and the field that the refusal must name. */
const badAmounts: [string, Record<string, string>, string][] = [
  ...[
    '""',
    '" "',
    'null',
    'false',
    'true',
    '{}',
    '[]',
    '[100]',
    '0',
    '-100',
    '1.5',
    '1e99',
    '"1,50"',
    '"12.50"',
    '"0x10"',
    '"100 €"',
    '"1e3"',
  ].map((value): [string, Record<string, string>, string] => [`{"amount":${value}}`, json, 'amount']),
  ...['amout', 'Amount', 'AMOUNT', ' amount', 'importe', 'total_amount', 'value', 'capture_id', 'constructor', '__proto__'].map(
    (name): [string, Record<string, string>, string] => [`{"${name}":100}`, json, name],
  ),
  ['{"amount":100,"currency":"EUR"}', json, 'currency'],
  ['{"amount":100,"amount_cents":50}', json, 'amount_cents'],
  ['amount=', form, 'amount'],
  ['amount', form, 'amount'],
  ['amount=12%2C50', form, 'amount'],
  ['amount=100&amount=200', form, 'amount'],
  ['amount[]=100', form, 'amount[]'],
  ['amout=100', form, 'amout'],
]
/** Bodies that are not objects. */
const noFields = ['[]', 'null', '""', '0', 'false', '"100"', '{"amount":100', '{']

const calls = (): [string, string, string][] => [
  ['capture', 'POST', `/orders/${waiting}/captures`],
  ['void', 'POST', `/orders/${waiting}/void`],
  ['void by refund', 'POST', `/orders/${waiting}/refund-extended`],
  ['refund', 'POST', `/orders/${captured}/refund`],
  ['refund of all', 'POST', `/orders/${captured}/refund_all`],
  ['refund of a capture', 'POST', `/orders/${captured}/captures/${capture}/refunds`],
]

const figures = async () =>
  Promise.all(
    [waiting, captured].map(async (id) => {
      const { captured_amount, refunded_amount, voided_amount, status, substatus } = (await shop('GET', `/orders/${id}`)).body
      return { captured_amount, refunded_amount, voided_amount, status, substatus }
    }),
  )

describe("a program's call that moves money", () => {
  it('is refused by field for an unknown field or a malformed amount, and moves nothing', async () => {
    const before = await figures()
    for (const [call, method, path] of calls())
      for (const [body, headers, field] of badAmounts) {
        const { status, body: answer } = await shop(method, path, { body, headers })
        expect([call, body, status, Object.keys(answer.error.fields ?? {})]).toEqual([call, body, 400, [field]])
      }
    expect(await figures()).toEqual(before)
  })

  it('is refused when its body is not an object; a cancellation accepts no fields at all', async () => {
    const before = await figures()
    const cancels = [waiting, captured].map((id): [string, string, string] => ['cancel', 'POST', `/orders/${id}/cancel`])
    for (const [call, method, path] of [...calls(), ...cancels]) {
      for (const body of noFields) expect([call, body, (await shop(method, path, { body })).status]).toEqual([call, body, 400])
      expect([call, (await shop(method, `${path}?amount=100`)).status]).toEqual([call, 400])
      const text = await shop(method, path, { body: 'amount=100', headers: { 'content-type': 'text/plain' } })
      expect([call, text.status]).toEqual([call, 415])
    }
    for (const [, method, path] of cancels)
      for (const [body, headers] of [
        ['{"amount":100}', json],
        ['{"reason":null}', json],
        ['amount=100', form],
      ] as const) {
        const { status, body: answer } = await shop(method, path, { body, headers })
        expect([body, status, Object.keys(answer.error.fields)]).toEqual([body, 400, [body.includes('reason') ? 'reason' : 'amount']])
      }
    expect(await figures()).toEqual(before)
  })

  it.each([
    [{ order: { discount: null } }, 'order.discount'],
    [{ order: { discount: '' } }, 'order.discount'],
    [{ order: { discount: 'abc' } }, 'order.discount'],
    [{ order: { total_amount: '' } }, 'order.total_amount'],
    [{ order: { total_amount: false } }, 'order.total_amount'],
    [{ order: { total: 30_000 } }, 'order.total'],
    [{ order: { dicount: 100 } }, 'order.dicount'],
    [{ order: { shipping: { name: 'Correos', prize: 500 } } }, 'order.shipping.prize'],
    [{ order: { articles: [{ id: 1, name: 'Silla', quantity: 1, price: 100, discont: 10 }] } }, 'order.articles.0.discont'],
    [{ order: {}, discount: 100 }, 'discount'],
    [{}, 'order'],
  ])('changes no order by %j', async (body, field) => {
    for (const method of ['PATCH', 'PUT']) {
      const whole =
        'order' in body ? { ...body, order: { articles: [{ id: 1, name: 'Silla', quantity: 1, price: 100 }], ...body.order } } : body
      const { status, body: answer } = await shop(method, `/orders/${captured}`, { body: method === 'PUT' ? whole : body })
      expect([status, Object.keys(answer.error.fields)]).toEqual([400, [field]])
    }
  })

  it('is refused alike in the panel, also when the amount is in the query', async () => {
    const before = await figures()
    const at = (id: string, call: string) => `/v2/merchants/${hexOf(ids.merchantA1)}/orders/${id}/${call}`
    const panel = (path: string, body?: string) => server.send('POST', path, { as: 'ownerA', ...(body === undefined ? {} : { body }) })
    for (const path of [at(waiting, 'captures'), at(captured, 'refund'), at(captured, 'cancel'), at(waiting, 'confirm')]) {
      for (const value of ['""', 'null', 'false', '"100"', '1.5', '0', '{}'])
        expect([path, value, (await panel(path, `{"amount":${value}}`)).status >= 400]).toEqual([path, value, true])
      for (const name of ['amout', 'Amount', 'importe', 'constructor']) {
        const { status, raw } = await panel(path, `{"${name}":100}`)
        expect([path, status, JSON.parse(raw).error.fields[0].name]).toEqual([path, 422, name])
      }
      for (const body of noFields.filter((one) => one !== '{}'))
        expect([path, body, (await panel(path, body)).status]).toEqual([path, body, 400])
      const { status, raw } = await panel(`${path}?amount=100`)
      expect([path, status, JSON.parse(raw).error.fields[0].name]).toEqual([path, 422, 'amount'])
    }
    expect(await figures()).toEqual(before)
  })

  it('means the full remainder for an absent body, white space and an empty object', async () => {
    for (const body of [undefined, ' \n', '{}', ' { } ']) {
      const id = await writeOperation(server.database.ownerUrl, {
        substatus: 'pending_merchant',
        reason: 'capture_required',
        captureMode: 'manual',
        captureBy: new Date(Date.now() + 9 * 86_400_000),
        totalCents: 30_000,
      })
      const answer = await shop('POST', `/orders/${id}/captures`, body === undefined ? {} : { body })
      expect([body, answer.status, answer.body.amount]).toEqual([body, 200, 30_000])
    }
  })
})
