import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids, type Persona } from '../../testing/testFixture.ts'
import type { TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { forgetAttempts } from './attempts.ts'
import { yes, type TestShop } from '../../testing/callbacks/testShop.ts'
import { startTelling, type Telling, type TestOrder } from '../../testing/callbacks/testTelling.ts'

const minute = 60_000
let telling: Telling
let server: TestServer
let shop: TestShop

beforeAll(async () => {
  telling = await startTelling()
  ;({ server, shop } = telling)
})
beforeEach(() => telling.forget())
afterAll(() => telling.close())

const signed: Telling['signed'] = (options) => telling.signed(options)
const tell = () => telling.tell()
const told = () => telling.told()
const substatus = async (order: TestOrder) => (await telling.operationOf(order)).substatus

describe('what the shop’s people see of it', () => {
  const paramsOf = ({ operationId }: TestOrder) => ({ merchantId: hexOf(ids.merchantA1), operationId: hexOf(operationId) })
  const see = (order: TestOrder, as: Persona = 'editorA', mode: 'live' | 'sandbox' = 'sandbox') =>
    server.call('callbackView', { as, mode, params: paramsOf(order) })
  const again = (order: TestOrder, as: Persona = 'editorA') =>
    server.call('callbackRetry', { as, mode: 'sandbox', params: paramsOf(order), body: undefined })

  it('is each try with its answer, when the next one is due, and no parameter of the address', async () => {
    const order = await signed()
    shop.says = { status: 500, body: 'Fatal error' }
    await tell()
    const { body } = await see(order)
    expect(body).toMatchObject({ address: `${shop.url}/notify`, state: 'due' })
    expect(body.attempts).toMatchObject([
      { told: 'pending', reason: 'confirmation_required', status: 500, failure: null, answer: 'Fatal error' },
    ])
    const wait = new Date(body.nextAt ?? '').getTime() - new Date(body.attempts[0]?.at ?? '').getTime()
    expect(wait).toBeGreaterThan(4_000)
    expect(wait).toBeLessThan(120_000)
  })

  it('can be hurried: the order is confirmed by the try that somebody asked for, and then nothing is left to tell', async () => {
    const order = await signed()
    shop.next.push({ status: 500, body: '' })
    await tell()
    await tell()
    expect(shop.heard).toHaveLength(1)
    expect((await again(order)).body.state).toBe('due')
    await tell()
    expect(await substatus(order)).toBe('payment_process')
    expect((await see(order)).body).toMatchObject({ state: 'taken', nextAt: null })
    const late = await again(order)
    expect([late.status, late.error.type]).toEqual([409, 'ResendNotAllowed'])
    expect(late.error.message).toContain('ya sabe cómo está')
  })

  it('can begin again after a day of silence', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ok"}' })
    shop.says = { status: 500, body: '' }
    await tell()
    server.moveClock(24 * 60 * minute + 1)
    await tell()
    expect((await see(order)).body.state).toBe('given_up')
    shop.says = yes
    expect((await again(order)).body.state).toBe('due')
    await tell()
    expect(told().at(-1)).toBe('ok/null')
    expect((await see(order)).body.state).toBe('taken')
  })

  it('does not begin again where no shop is told of an order that stands like this', async () => {
    const order = await signed()
    shop.next.push({ body: '{"status": "ok"}' })
    shop.says = { status: 500, body: '' }
    await tell()
    server.moveClock(24 * 60 * minute + 1)
    await tell()
    await server.ownerSql(
      `update operations set confirmed_at = null, substatus = 'pending_customer', status_reason = 'in_process' where id = $1`,
      [order.operationId],
    )
    expect((await again(order)).error?.type).toBe('ResendNotAllowed')
  })

  it('is a matter of whoever operates this shop in this mode', async () => {
    const order = await signed()
    for (const answer of [await see(order, 'guestA'), await again(order, 'guestA')]) expect(answer.error.type).toBe('PermissionDenied')
    for (const answer of [await see(order, 'ownerB'), await again(order, 'ownerB'), await see(order, 'editorA', 'live')])
      expect(answer.status).toBe(404)
  })

  it('is kept for ninety days; when the shop first answered is kept for good', async () => {
    const order = await signed()
    await tell()
    const [first] = await telling.triesOf(order)
    const heard = async () => {
      const { body } = await server.call('goLive', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1) } })
      return body.steps.find(({ step }) => step === 'notification')?.doneAt
    }
    const before = await heard()
    expect(first).toBeDefined()
    expect(before).not.toBeNull()
    await server.ownerSql('delete from shop_first_answers; update callback_sweeps set due_at = now()')
    await forgetAttempts({ database: server.services.database, now: server.services.now })
    expect(await telling.triesOf(order)).not.toEqual([])
    await server.ownerSql(`update callback_sweeps set due_at = '-infinity'`)
    const later = new Date(server.services.now().getTime() + 91 * 24 * 60 * minute)
    expect(await forgetAttempts({ database: server.services.database, now: () => later })).toBeGreaterThan(0)
    expect(await telling.triesOf(order)).toEqual([])
    expect(await heard()).toBe(before)
  })
})
