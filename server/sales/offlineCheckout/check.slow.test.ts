import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { holdUntilNotified } from '../../testing/events/testEvents.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { merchantA1, partsOf, request, shop } from '../../testing/offlineCheckout/testCheckout.ts'

let server: TestServer
let watches: ReturnType<typeof holdUntilNotified>
beforeAll(async () => {
  // Two connections: a request holding one while waiting would starve the others.
  server = await startTestServer({ config: { databaseConnections: 2 } })
  watches = holdUntilNotified(server.services.events)
})
afterAll(() => server.close())

let amount = 20_000
const link = async (more: Parameters<typeof request>[1] = {}) => (await shop(server).create(request((amount += 1), more))).body
/** Changes a checkout as every verb does: the version is incremented and long polls are notified at commit. */
const touch = (orderUuid: string) =>
  server.ownerSql(
    `with told as (update checkouts set version = version + 1 where id = $1 returning id) select pg_notify('checkout', id::text) from told`,
    [uuidOf(orderUuid)],
  )
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the state of a sale', () => {
  it('contains its link, its step and the sent messages', async () => {
    const created = await link({
      customer: { firstName: 'Ana', lastName: 'Goñi', phone: '612345678' },
      channels: ['sms'],
      notes: 'Solo para la tienda',
    })
    const { body, headers } = await shop(server).check(created.orderUuid)
    expect(body).toEqual({
      id: created.checkoutId,
      operationId: created.operationId,
      mid: null,
      totalAmount: amount,
      currency: 'EUR',
      status: 'pending',
      substatus: 'pending_customer',
      statusReason: 'consent_required',
      sandbox: false,
      progress: 'created',
      step: 'plan',
      customerName: 'Ana Goñi',
      created: body.created,
      expiresAt: created.expiresAt,
      version: 1,
      submitType: 'user',
      consent: 'pending',
      consentAt: null,
      openedAt: null,
      decidedAt: null,
      shortUrl: expect.stringMatching(/\/p\/[0-9a-z]{12}$/),
      product: null,
      numInstalments: null,
      checkoutUrl: created.checkoutUrl,
      resendCount: 0,
      resendsLeft: 5,
      nextResendAt: new Date(Date.parse(body.created) + 60_000).toISOString(),
      anotherLinkAskedAt: null,
      replacedBy: null,
      correctedPhone: null,
      deliveries: [{ channel: 'sms', purpose: 'link', to: '612345678', state: 'queued', problem: null, at: body.created }],
    })
    expect(headers.get('content-type')).toContain('trastienda.v2+json')
  })

  it('shows read-only users no link and a masked phone', async () => {
    const created = await link({ customer: { firstName: 'Ana', lastName: 'Goñi', phone: '612345678' }, channels: ['sms'] })
    const { status, body, raw } = await shop(server, 'guestA').check(created.orderUuid)
    expect([status, body.checkoutUrl]).toEqual([200, null])
    expect(raw).not.toContain(partsOf(created.checkoutUrl).token)
    expect(body.deliveries.map(({ to }) => to)).toEqual(['6•• ••• 678'])
  })

  it('is not found in another shop, mode or account', async () => {
    const { orderUuid } = await link()
    expect((await shop(server, 'editorA', 'sandbox').check(orderUuid)).status).toBe(404)
    for (const [as, merchant] of [
      ['ownerA', ids.merchantA2],
      ['ownerB', ids.merchantB1],
      ['ownerB', ids.merchantA1],
    ] as const) {
      const answer = await server.call('checkoutOfflineCheck', { params: { merchantId: hexOf(merchant), orderUuid }, as })
      expect(answer.status, as).toBe(404)
    }
    for (const odd of ['f'.repeat(32), 'x', '0'.repeat(31)]) expect((await shop(server).check(odd)).error.fields?.uuid).toBe(odd)
  })

  it('follows the customer and ends with the operation', async () => {
    const { orderUuid, operationId } = await link()
    const seen = async () => {
      const { body } = await shop(server).check(orderUuid)
      return `${body.progress} ${body.step} ${body.consent} ${body.status} ${body.checkoutUrl === null ? 'no link' : 'link'}`
    }
    const checkout = (columns: string) => server.ownerSql(`update checkouts set ${columns} where id = $1`, [uuidOf(orderUuid)])
    const operation = (columns: string) => server.ownerSql(`update operations set ${columns} where id = $1`, [uuidOf(operationId)])
    expect(await seen()).toBe('created plan pending pending link')
    await checkout(`progress = 'opened', product = 'instalments', num_instalments = 6`)
    expect(await seen()).toBe('opened consent pending pending link')
    await checkout(`progress = 'consent_confirmed', consents_given_at = now(), consent_confirmed_at = now()`)
    expect(await seen()).toBe('consent_confirmed identity confirmed pending link')
    await checkout(`progress = 'in_checkout', identified_at = now()`)
    await operation(`status_reason = 'challenge_required'`)
    expect(await seen()).toBe('in_checkout challenge confirmed pending link')
    await operation(`status_reason = 'in_process', expires_at = now() - interval '1 second'`)
    expect(await seen()).toBe('in_checkout card confirmed pending no link')
    await operation(`substatus = 'stopped_customer', status_reason = 'expired'`)
    expect(await seen()).toBe('expired outcome confirmed ko no link')
    await operation(`substatus = 'stopped_customer', status_reason = 'customer_dismissed'`)
    expect(await seen()).toBe('cancelled outcome confirmed ko no link')
    await operation(`substatus = 'rejected', status_reason = 'ko_generic'`)
    expect(await seen()).toBe('completed outcome confirmed ko no link')
    await operation(`substatus = 'pending_merchant', status_reason = 'capture_required', confirmed_at = now()`)
    expect(await seen()).toBe('completed outcome confirmed ok no link')
    await checkout('consent_confirmed_at = null')
    await operation(`substatus = 'stopped_customer', status_reason = 'consent_expired'`)
    expect(await seen()).toBe('expired outcome expired ko no link')
  })
})

describe('the long poll', () => {
  it('answers immediately when the till has not seen the current version', async () => {
    const { orderUuid } = await link()
    expect((await shop(server).check(orderUuid, { wait: 10, seen: 0 })).body.version).toBe(1)
    expect((await shop(server).check(orderUuid, { wait: 10 })).body.version).toBe(1)
  })

  it('answers on a change', async () => {
    const { orderUuid } = await link()
    for (let seen = 1; seen <= 2; seen += 1) {
      const waiting = shop(server).check(orderUuid, { wait: 10, seen })
      await pause(200)
      await touch(orderUuid)
      expect((await waiting).body.version).toBe(seen + 1)
    }
  })

  it('answers when the shop itself cancels or resends', async () => {
    const { orderUuid, operationId } = await link({ customer: { phone: '612345670' }, channels: ['sms'] })
    const waiting = shop(server).check(orderUuid, { wait: 10, seen: 1 })
    await pause(200)
    await server.call('operationCancel', { params: { ...merchantA1, operationId }, as: 'editorA' })
    expect((await waiting).body).toMatchObject({ version: 2, progress: 'cancelled' })
  })

  it('times out with the current state', async () => {
    const { orderUuid } = await link()
    expect((await shop(server).check(orderUuid, { wait: 1, seen: 1 })).body.version).toBe(1)
  })

  it('holds no pool connection: with thirty waiting, other requests are served', async () => {
    const links = await Promise.all(Array.from({ length: 30 }, () => link()))
    let answered = 0
    const waiting = links.map(async ({ orderUuid }) => {
      const answer = await shop(server).check(orderUuid, { wait: 10, seen: 1 })
      answered += 1
      return answer
    })
    await pause(500)
    const others = await Promise.all(Array.from({ length: 10 }, () => shop(server).list()))
    expect(others.map((one) => one.status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(answered).toBe(0)
    await Promise.all(links.map(({ orderUuid }) => touch(orderUuid)))
    expect((await Promise.all(waiting)).map((one) => one.body.version)).toEqual(links.map(() => 2))
  })

  it('answers immediately while notifications are unavailable, and waits again afterwards', async () => {
    const { orderUuid } = await link()
    const waiting = shop(server).check(orderUuid, { wait: 10, seen: 1 })
    await pause(300)
    const cut = () =>
      server.ownerSql(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trastienda-events' and datname = current_database()`,
      )
    expect(await cut()).toHaveLength(1)
    expect((await waiting).body.version).toBe(1)
    // The listener reconnects a second later: on a busy machine that may be before the request.
    const watchWhileCut = async () => {
      await cut()
      expect((await shop(server).check(orderUuid, { wait: 1, seen: 1 })).body.version).toBe(1)
      return watches.mock.results.at(-1)?.value as unknown
    }
    await expect.poll(watchWhileCut).toBeUndefined()
    const heard = `select from pg_stat_activity where application_name = 'trastienda-events' and datname = current_database() and state = 'idle'`
    // A waiting request restarts the listener.
    const heardAgain = async () => {
      await shop(server).check(orderUuid, { wait: 1, seen: 1 })
      return server.ownerSql(heard)
    }
    await expect.poll(heardAgain).toHaveLength(1)
    const again = shop(server).check(orderUuid, { wait: 10, seen: 1 })
    await pause(300)
    await touch(orderUuid)
    expect((await again).body.version).toBe(2)
  })

  it('never counts as user activity', async () => {
    const session = await server.signIn('editorA')
    const { orderUuid } = await link()
    const params = { ...merchantA1, orderUuid }
    server.moveClock(31 * 60_000)
    expect((await server.call('checkoutOfflineCheck', { params, as: session })).status).toBe(401)
  })
})

describe('recent links', () => {
  it('cover three days in this shop and mode, newest first, optionally only pending ones', async () => {
    const open = await link()
    const ended = await link()
    await server.call('operationCancel', { params: { ...merchantA1, operationId: ended.operationId }, as: 'ownerA' })
    const old = await link()
    await server.ownerSql(`update checkouts set created_at = created_at - interval '73 hours' where id = $1`, [uuidOf(old.checkoutId)])
    const all = (await shop(server, 'guestA').list()).body.results
    expect(all.slice(0, 2).map((one) => one.id)).toEqual([ended.checkoutId, open.checkoutId])
    expect(all.map((one) => one.id)).not.toContain(old.checkoutId)
    expect(all.length).toBeLessThanOrEqual(50)
    const waiting = (await shop(server).list({ pending: 'yes' })).body.results
    expect(waiting[0]?.id).toBe(open.checkoutId)
    expect(waiting.map((one) => one.substatus)).not.toContain('stopped_merchant')
    expect((await shop(server, 'editorA', 'sandbox').list()).body.results).toEqual([])
  })
})
