import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { providerEventMessage } from '#contract/provider/eventMessages'
import type { ProviderEventType } from '#domain/provider/events'
import { tellProvider } from '../../merchants/notices/providerEvents.ts'
import { hexOf, toCamel } from '../../platform/calls/wire.ts'
import type { Database } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { isSigned } from '../../platform/outbound/signature.ts'
import { dyingAt } from '../../testing/outbox/dyingDatabase.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { startReceiver, type Received, type Receiver } from '../../testing/webhooks/testReceiver.ts'

// Addresses of the provider's own systems: who sets them, and how their events are signed, repeated and given up.
let server: TestServer
let admin: TestStaff
let erp: Receiver
beforeAll(async () => {
  server = await startTestServer({ proved: false })
  erp = await startReceiver()
})
afterAll(async () => {
  erp.close()
  await server.close()
})
beforeEach(async () => {
  // Anew: the clock may have passed the session's end.
  admin = await addStaff(server, ['admin'])
  await server.ownerSql('delete from provider_endpoints; truncate outbox')
  erp.received.length = 0
  erp.answer((response) => response.end('ok'))
})

const url = 'https://erp.provider.example/events'
const create = (events: readonly ProviderEventType[] = ['account.disabled'], mode: 'live' | 'sandbox' = 'live', to = url) =>
  callConsole(server, 'providerEndpointCreate', { as: admin, body: { mode, url: to, events: [...events] } })
const endpointOf = async (...args: Parameters<typeof create>) => {
  const { status, body, raw } = await create(...args)
  if (status !== 201) throw new Error(`no address: ${status} ${raw}`)
  return { secret: body.secret, params: { endpointId: body.endpoint.id } }
}
type Params = Awaited<ReturnType<typeof endpointOf>>['params']
const list = async (params: Params) => (await callConsole(server, 'providerDeliveryList', { as: admin, params })).body.deliveries
/** The address of the provider, whose name leads to the receiver of this test. */
const services = () => ({
  ...server.services,
  outbound: {
    ...server.services.outbound,
    send: (request: Parameters<typeof server.services.outbound.send>[0]) =>
      server.services.outbound.send({ ...request, url: erp.url, mode: 'sandbox' }),
  },
})
const send = () => sendOutbox(services(), 'provider_event')
const accountId = ids.accountB
const event = { type: 'account.disabled', about: { accountId }, objectId: accountId } as const
const happens = (more: object = {}) =>
  server.services.database.write(null, async (db) => tellProvider(db, { ...event, at: server.services.now(), ...more }))
const signedBy = ({ headers, body }: Received, secret: string) =>
  isSigned(
    {
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
      body,
    },
    secret,
    server.services.now(),
  )
const idsSent = () => erp.received.map(({ headers }) => headers['webhook-id'])
const written = async () =>
  (await server.ownerSql(`select from provider_deliveries union all select from outbox where kind = 'provider_event'`)).length

describe('an event', () => {
  it('is written for nobody where there is no address, one that is off, of the other mode, or that wants other types', async () => {
    await happens()
    expect(await written()).toBe(0)
    await endpointOf(['account.enabled'])
    await endpointOf(['account.disabled'], 'sandbox')
    const { params } = await endpointOf()
    await callConsole(server, 'providerEndpointChange', { as: admin, params, body: { on: false } })
    await happens()
    expect(await written()).toBe(0)
  })

  it('arrives once, signed, with its ids and the facts of now', async () => {
    const { secret, params } = await endpointOf()
    await happens({ data: { reason: 'company' } })
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    const [first] = erp.received
    if (!first) throw new Error('nothing arrived')
    expect([signedBy(first, secret), signedBy({ ...first, body: first.body.replace('disabled', 'enabled') }, secret)]).toEqual([
      true,
      false,
    ])
    const body = JSON.parse(first.body) as { type: 'account.disabled' }
    expect(body).toMatchObject({
      type: 'account.disabled',
      data: { mode: 'live', account_id: hexOf(accountId), reason: 'company', account: { type: 'self_employed' } },
    })
    expect(providerEventMessage(body.type).safeParse(toCamel(body)).success).toBe(true)
    expect(await list(params)).toMatchObject([
      { type: 'account.disabled', state: 'delivered', status: 200, answer: 'ok', attempts: 1, messageId: first.headers['webhook-id'] },
    ])
  })

  it('of a write that is rolled back is never sent', async () => {
    await endpointOf()
    const failing = server.services.database.write(null, async (db) => {
      tellProvider(db, { ...event, at: server.services.now() })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow()
    expect([await written(), await send()]).toEqual([0, 0])
  })

  it('has the same id again when its sender was killed between sending and storing', async () => {
    await endpointOf()
    await happens()
    const dying = dyingAt(Infinity, server.services.database)
    erp.answer((response) => (dying.kill(), response.end('ok')))
    await sendOutbox({ ...services(), log: () => {}, database: dying.database }, 'provider_event').catch(() => {})
    expect([await dying.ended(), erp.received.length, await send()]).toEqual([true, 1, 0])
    server.moveClock(181_000)
    expect([await send(), erp.received.length, new Set(idsSent()).size]).toEqual([1, 2, 1])
    expect(await send()).toBe(0)
  })

  it('that no address accepts is repeated, then given up where staff sees it and sends it again', async () => {
    const { params } = await endpointOf()
    erp.answer((response) => response.writeHead(500).end('down'))
    await happens()
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await send()
      server.moveClock(86_400_000)
    }
    admin = await addStaff(server, ['admin'])
    expect(erp.received).toHaveLength(10)
    const [message] = await list(params)
    expect(message).toMatchObject({ state: 'failed', status: 500, answer: 'down', attempts: 10 })
    const view = (await callConsole(server, 'systemView', { as: admin })).body
    expect(view.deadMessages).toMatchObject([{ kind: 'provider_event', lastError: 'status 500' }])
    const work = (await callConsole(server, 'consoleWork', { as: admin, query: {} })).body
    expect(work.items.filter(({ kind }) => kind === 'message_dead')).toHaveLength(1)

    erp.answer((response) => response.end('ok'))
    const again = { as: admin, params: { ...params, deliveryId: message?.id ?? '' } }
    expect((await callConsole(server, 'providerDeliveryResend', again)).status).toBe(201)
    expect(await send()).toBe(1)
    expect(new Set(idsSent()).size).toBe(1)
    expect((await list(params)).map(({ state }) => state)).toEqual(['delivered', 'failed'])
    expect((await callConsole(server, 'systemView', { as: admin })).body.deadCount).toBe(0)
  })

  it('waits for an address that is off, and is sent when it is on again', async () => {
    const { params } = await endpointOf()
    await happens()
    const turn = (on: boolean) => callConsole(server, 'providerEndpointChange', { as: admin, params, body: { on } })
    expect((await turn(false)).body).toMatchObject({ on: false, waiting: 1 })
    expect(await send()).toBe(0)
    const test = () => callConsole(server, 'providerEndpointTest', { as: admin, params })
    expect((await test()).error.type).toBe('WebhookNotAllowed')
    expect((await turn(true)).body).toMatchObject({ on: true })
    expect(await send()).toBe(1)
    expect((await test()).status).toBe(201)
    expect(await send()).toBe(1)
    expect(erp.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['account.disabled', 'webhook.test'])
  })

  it('is sent when its address is turned on just while it is found to be off', async () => {
    const { params } = await endpointOf()
    await happens()
    await server.ownerSql('update provider_endpoints set off_at = now()')
    const own = services()
    let isOn = false
    const read: Database['read'] = async (scope, work) => {
      const found = await own.database.read(scope, work)
      const isLeased = (await server.ownerSql('select from outbox where lease is not null')).length > 0
      if (isLeased && !isOn)
        isOn = (await callConsole(server, 'providerEndpointChange', { as: admin, params, body: { on: true } })).status === 200
      return found
    }
    await sendOutbox({ ...own, database: { ...own.database, read } }, 'provider_event')
    expect([isOn, erp.received.length]).toEqual([true, 1])
  })
})

describe('an address', () => {
  it('shows its secret once; a new one signs beside the old one for a day, or at once alone', async () => {
    const { secret, params } = await endpointOf()
    expect(JSON.stringify((await callConsole(server, 'providerEndpointList', { as: admin })).body)).not.toContain(secret)
    const renew = async (overlapHours: 0 | 24) =>
      (await callConsole(server, 'providerEndpointSecretRenew', { as: admin, params, body: { overlapHours } })).body.secret
    const signers = async (secrets: readonly string[]) => {
      await happens()
      await send()
      return secrets.map((one) => signedBy(erp.received.at(-1) ?? { headers: {}, body: '' }, one))
    }
    const second = await renew(24)
    expect(await signers([secret, second])).toEqual([true, true])
    server.moveClock(86_400_000)
    admin = await addStaff(server, ['admin'])
    expect(await signers([secret, second])).toEqual([false, true])
    const third = await renew(0)
    expect(await signers([second, third])).toEqual([false, true])
    const stored = await server.ownerSql('select secret, old_secret from provider_endpoints')
    expect(JSON.stringify(stored)).not.toContain('whsec_')
    const audit = await server.ownerSql(`select before, after from audit_entries where entity = 'provider_endpoint'`)
    expect(JSON.stringify(audit)).not.toContain('whsec_')
  })

  it('whose secret was lost here says so, and sends again with a new one', async () => {
    const { params } = await endpointOf()
    await server.ownerSql(`update provider_endpoints set secret = 'lost'`)
    await happens()
    expect([await send(), erp.received.length]).toEqual([0, 0])
    expect(await list(params)).toMatchObject([{ state: 'waiting', problem: 'secret' }])
    const { body } = await callConsole(server, 'providerEndpointSecretRenew', { as: admin, params, body: { overlapHours: 24 } })
    server.moveClock(10_000)
    expect(await send()).toBe(1)
    expect(erp.received.map((one) => signedBy(one, body.secret))).toEqual([true])
  })

  it('is refused in private networks, without TLS, and beyond five; only admins set one', async () => {
    for (const [to, code] of [
      ['http://erp.provider.example', 'needs_tls'],
      ['https://10.0.0.4/events', 'private_address'],
      ['ftp://erp', 'malformed'],
    ] as const) {
      const { error } = await create(undefined, 'live', to)
      expect([to, error.fields?.[0]?.name, code]).toEqual([to, 'url', code])
    }
    for (let nth = 0; nth < 5; nth += 1) await endpointOf()
    expect((await create()).error.type).toBe('WebhookNotAllowed')
    const support = await addStaff(server, ['support'])
    const body = { mode: 'live', url, events: ['account.ended'] } as const
    expect((await callConsole(server, 'providerEndpointCreate', { as: support, body: { ...body, events: [...body.events] } })).status).toBe(
      403,
    )
    expect((await callConsole(server, 'providerEndpointList', { as: support })).body.endpoints).toHaveLength(5)
  })

  it('takes its deliveries with it when it is deleted', async () => {
    const { params } = await endpointOf()
    await happens()
    expect((await callConsole(server, 'providerEndpointDelete', { as: admin, params })).status).toBe(204)
    expect([await written(), await send()]).toEqual([0, 0])
  })
})

it('of a shop is read in the shop’s own scope, and null once its object is gone', async () => {
  await endpointOf(['claim.opened'])
  const scope = mintScope(ids.merchantA1, 'live')
  await server.services.database.write(scope, async (db) =>
    tellProvider(db, { type: 'claim.opened', at: server.services.now(), about: scope, objectId: accountId }),
  )
  expect(await send()).toBe(1)
  expect(JSON.parse(erp.received[0]?.body ?? '')).toMatchObject({
    data: { account_id: hexOf(ids.accountA), merchant_id: hexOf(ids.merchantA1), claim_id: hexOf(accountId), claim: null },
  })
})
