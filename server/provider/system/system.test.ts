import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasText } from '../../platform/calls/messages.ts'
import { channels, kindSettings } from '../../platform/outbox/outboxKinds.ts'
import { signerUntil } from '../../testing/invoices/testCertificate.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
let admin: TestStaff
beforeAll(async () => {
  server = await startTestServer({ worded: true })
  admin = await addStaff(server, ['admin'])
})
afterAll(() => server.close())

/** Writes a message that was given up; returns its id in hexadecimal. */
async function addDead(merchantId: string | null): Promise<string> {
  const [id, at] = [randomUUID(), server.services.now()]
  await server.ownerSql(
    `insert into outbox (id, kind, subject, channel, account_id, merchant_id, mode, payload, state, due_at, attempts, last_error, created_at, done_at)
     values ($1::uuid, 'notice_email', $1::text, 'email', (select account_id from merchants where id = $2), $2, $3::mode, '{"notificationId":"x"}', 'dead', $4, 14, 'SMTPError 421', $4, $4)`,
    [id, merchantId, merchantId && 'live', at],
  )
  return id.replaceAll('-', '')
}

const stateOf = async (id: string) => (await server.ownerSql(`select state, attempts from outbox where id = $1`, [id]))[0]

it('shows versions, queues and the messages that were given up, with the name of their shop', async () => {
  const [ofShop, ofNobody] = [await addDead(ids.merchantA1), await addDead(null)]
  const { status, body } = await callConsole(server, 'systemView', { as: await addStaff(server, ['support']) })
  expect(status).toBe(200)
  expect(body.versions.product).toMatch(/^\d+\.\d+\.\d+$/)
  const named = ['deadlines', ...channels, ...body.queues.map(({ name }) => name)].map((name) => `system.queue.${name}`)
  expect([...named, ...Object.keys(kindSettings).map((kind) => `system.dead.kind.${kind}`)].filter((key) => !hasText(key))).toEqual([])
  const shops = new Map(body.deadMessages.map(({ id, merchant }) => [id, merchant]))
  expect(shops.get(ofShop)).toEqual(expect.any(String))
  expect([shops.get(ofNobody), body.deadCount]).toEqual([null, 2])
})

it('sends one dead message again and leaves the others', async () => {
  const [again, other] = [await addDead(ids.merchantA1), await addDead(null)]
  const retry = () => callConsole(server, 'deadMessageRetry', { as: admin, params: { id: again } })
  expect((await retry()).status).toBe(204)
  expect([await stateOf(again), await stateOf(other)]).toMatchObject([
    { state: 'pending', attempts: 0 },
    { state: 'dead', attempts: 14 },
  ])
  expect((await retry()).error.type).toBe('ObjectNotFoundException')
})

it('closes the product to merchants while the console stays open, and opens it again', async () => {
  const owner = await server.as('ownerA')
  const closed = await callConsole(server, 'maintenanceDeclare', { as: admin, body: { reason: 'Mudanza', endsAt: null, statusUrl: null } })
  expect(closed.status).toBe(204)
  await server.services.maintenance.read()
  expect((await server.send('GET', '/v2/me', { as: owner })).status).toBe(503)
  expect((await callConsole(server, 'systemView', { as: admin })).body.maintenance).toMatchObject({ reason: 'Mudanza' })
  expect((await callConsole(server, 'maintenanceEnd', { as: admin })).status).toBe(204)
  await server.services.maintenance.read()
  expect((await callConsole(server, 'systemView', { as: admin })).body.maintenance).toBeNull()
})

it('refuses an end of the maintenance that has passed, and an address that is none of the web', async () => {
  const declare = (body: object) =>
    callConsole(server, 'maintenanceDeclare', { as: admin, body: { reason: 'Mudanza', endsAt: null, statusUrl: null, ...body } })
  const past = await declare({ endsAt: new Date(server.services.now().getTime() - 1_000).toISOString() })
  const script = await declare({ statusUrl: 'javascript:alert(1)' })
  expect([past, script].map(({ status }) => status)).toEqual([400, 400])
})

it('says whose certificate signs Facturae files; thirty days before it expires it is a task, and its metric falls', async () => {
  const view = async (as: TestStaff) => (await callConsole(server, 'systemView', { as })).body.certificate
  const tasks = async (as: TestStaff) => (await callConsole(server, 'consoleWork', { as, query: { kind: 'certificate_ends' } })).body.items
  const metric = async () => /^facturae_certificate_valid_seconds (\S+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
  expect([await view(admin), await tasks(admin), await metric()]).toEqual([null, [], undefined])
  const days = 86_400_000
  const until = new Date(Math.floor(server.services.now().getTime() / 1_000) * 1_000 + 40 * days)
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const { config } = server.services
  config.invoicing = { ...config.invoicing, signer: signerUntil(folder, until) }
  rmSync(folder, { recursive: true })
  expect(await view(admin)).toEqual({ name: 'Crédito Ñandú', validUntil: until.toISOString() })
  expect(await tasks(admin)).toEqual([])
  server.moveClock(11 * days)
  const later = await addStaff(server, ['admin'])
  const [task, ...others] = await tasks(later)
  expect([task, others]).toMatchObject([{ facts: { what: 'Crédito Ñandú' }, deadline: until.toISOString() }, []])
  expect((await callConsole(server, 'consoleWorkTake', { as: later, body: { kind: 'certificate_ends', id: task?.id ?? '' } })).status).toBe(
    204,
  )
  expect(Number(await metric())).toBeLessThan(30 * 86_400)
})
