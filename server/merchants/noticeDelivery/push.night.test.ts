import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { ids, type Persona, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { notify } from '../notices/notify.ts'
import { openPush, startPushReceiver, type PushReceiver } from '../../testing/testPushReceiver.ts'
import { type OutboxTestServices, sendOutbox } from '../../testing/outbox/sendOutbox.ts'

const now = new Date('2026-11-23T11:00:00Z')
let server: TestServer
let service: PushReceiver
const serviceUrl = (path: string) => service.url + path

beforeAll(async () => {
  server = await startTestServer({ now })
  service = await startPushReceiver(server.services)
})
afterAll(async () => {
  await service.close()
  await server.close()
})
beforeEach(async () => {
  service.got.length = 0
  await server.ownerSql('truncate notification_choices, notification_settings, outbox, push_subscriptions, notifications cascade')
})

type Browser = { keys: ECDH; auth: Buffer; endpoint: string; session: TestSession; device: string }
const services = (at = now): OutboxTestServices => ({ ...server.services, now: () => at, push: service.push })

/** Signs in from a browser; `device`: a known one. */
async function enter(as: Persona, device?: string): Promise<Pick<Browser, 'session' | 'device'>> {
  const answer = await server.call('sessionSignIn', {
    body: { email: personas[as].email, password: testPassword },
    ...(device === undefined ? {} : { headers: { cookie: device } }),
  })
  const [companion = '', mark = ''] = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  return { session: { ...answer.body, cookie: `${companion}; ${mark}` }, device: mark }
}

const subscribe = (browser: Pick<Browser, 'keys' | 'auth' | 'session'>, endpoint: string) =>
  server.call('pushSubscribe', {
    as: browser.session,
    body: { endpoint, p256dh: browser.keys.getPublicKey('base64url'), auth: browser.auth.toString('base64url') },
  })

/** A browser whose push service is ours, at that path; the contract refuses addresses inside our network, so it is stored afterwards. */
async function subscribed(as: Persona, path = '/box', device?: string): Promise<Browser> {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const browser = { keys, auth: randomBytes(16), ...(await enter(as, device)) }
  const placeholder = `https://push.example/${randomBytes(8).toString('hex')}`
  expect((await subscribe(browser, placeholder)).status).toBe(200)
  const endpoint = serviceUrl(`${path}/${randomBytes(4).toString('hex')}`)
  await server.ownerSql('update push_subscriptions set endpoint = $2 where endpoint = $1', [placeholder, endpoint])
  return { ...browser, endpoint }
}

const createNotice = (
  type: string,
  { mode = 'live' as Mode, userId = undefined as string | undefined, merchantId = ids.merchantA1 as string } = {},
) =>
  server.services.database.write(mintScope(merchantId, mode), async (db) =>
    notify(db, {
      about: { merchantId },
      type,
      level: type === 'refund_approval_asked' ? 'warning' : 'info',
      values: ['amount', 'name', 'customer', 'reference', 'order', 'iban'].map((key) => ({
        key,
        value: key === 'amount' ? '79,90 €' : `secreto de ${key}`,
      })),
      actionUrl: '/merchants/x/operations/y/approval/z',
      roles: ['owner', 'admin', 'editor'],
      ...(userId === undefined ? {} : { userId }),
      now,
    }),
  )
const read = ({ keys, auth }: Browser, { body }: { body: Buffer }) => JSON.parse(openPush(body, keys, auth)) as Record<string, string>
/** Sends what is due at an instant. */
const sendPushes = (at = now) => sendOutbox(services(at), 'notice_push')
const devices = async () => Number((await server.ownerSql<{ n: string }>('select count(*) as n from push_subscriptions'))[0]?.n)
const waiting = async () =>
  Number((await server.ownerSql<{ n: string }>(`select count(*) as n from outbox where kind = 'notice_push' and state = 'pending'`))[0]?.n)

it('a push reaches only that browser, signed for its push service, and encrypted for it', async () => {
  const browser = await subscribed('ownerA')
  await createNotice('refund_approval_asked')
  expect([await sendPushes(), await sendPushes()]).toEqual([1, 0])
  const [message] = service.got
  if (!message) throw new Error('nothing came')
  expect(message.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(message.headers['topic']).toMatch(/^[0-9a-f]{32}$/)
  const [, signed = '', mark = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(message.headers['authorization'] ?? '') ?? []
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const publicKey = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' as const }
  expect(verify('sha256', Buffer.from(signed), publicKey, Buffer.from(mark, 'base64url'))).toBe(true)
  expect(JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString())).toEqual({
    aud: new URL(browser.endpoint).origin,
    exp: now.getTime() / 1000 + 12 * 3_600,
    sub: 'mailto:ayuda@trastienda.test',
  })
  expect(key).toBe((await server.call('noticeSettingsView', { as: browser.session })).body.push.publicKey)
  expect(read(browser, message)).toEqual({
    title: 'Tienda Gran Vía',
    body: 'Una devolución de 79,90 € espera tu aprobación.',
    tag: message.headers['topic'],
    path: '/merchants/x/operations/y/approval/z',
    lang: 'es',
  })
  const other = createECDH('prime256v1')
  other.generateKeys()
  expect(() => openPush(message.body, other, browser.auth)).toThrow()
})

it('a push shows no person, order, reference or account on a lock screen for any type', async () => {
  const browser = await subscribed('ownerA')
  const types = [
    'refund_approval_asked',
    'iban_requested',
    'duplicated_operation',
    'note_mention',
    'settlement_paid',
    'callback_failed',
    'access_asked',
    'of no words',
  ]
  for (const type of types) await createNotice(type)
  expect(await sendPushes()).toBe(types.length)
  for (const message of service.got) expect(JSON.stringify(read(browser, message))).not.toMatch(/secreto|[{}]\w+}/)
})

it('a push is marked as a test, and is for those who may see the notice and enter the shop', async () => {
  const editor = await subscribed('editorA', '/editor')
  await subscribed('guestA', '/guest')
  await subscribed('limitedA', '/limited')
  await subscribed('ownerB', '/stranger')
  await createNotice('settlement_paid', { mode: 'sandbox' })
  expect(await sendPushes()).toBe(1)
  expect(service.got.map(({ path }) => path.split('/')[1])).toEqual(['editor'])
  expect(service.got.map((message) => read(editor, message)['body'])).toEqual(['Prueba: Te hemos ingresado 79,90 €.'])
  await createNotice('refund_declined', { userId: personas.adminA.id })
  expect(await sendPushes()).toBe(0)
  // A sandbox-only member gets no live notices, not even queued ones.
  await createNotice('settlement_paid')
  const limit = (on: boolean) => server.ownerSql('update memberships set sandbox_only = $2 where user_id = $1', [personas.editorA.id, on])
  await limit(true)
  expect([await sendPushes(), await waiting()]).toEqual([0, 0])
  await limit(false)
})

it('a push follows the person’s settings, and always shows security notices', async () => {
  const { session } = await subscribed('ownerA')
  const choose = (type: 'settlement_paid' | 'invoice_available', push?: boolean) =>
    server.call('noticeSettingsUpdate', {
      as: session,
      body: { choices: [{ type, panel: true, email: false, ...(push === undefined ? {} : { push }) }] },
    })
  for (const type of ['settlement_paid', 'invoice_available', 'iban_requested']) await createNotice(type)
  expect(await sendPushes()).toBe(2)
  await choose('settlement_paid', false)
  const { body } = await choose('invoice_available', true)
  expect(body.choices.filter(({ type }) => ['settlement_paid', 'invoice_available'].includes(type)).map(({ push }) => push)).toEqual([
    false,
    true,
  ])
  // A change of settings without `push` leaves it unchanged.
  expect((await choose('settlement_paid')).body.choices.find(({ type }) => type === 'settlement_paid')?.push).toBe(false)
  for (const type of ['settlement_paid', 'invoice_available', 'iban_requested']) await createNotice(type)
  expect(await sendPushes()).toBe(2)
})

it('a push waits for the end of quiet hours, and is dropped once read or after a day', async () => {
  const { session } = await subscribed('ownerA')
  await server.call('noticeSettingsUpdate', { as: session, body: { quiet: { from: 11, to: 13 } } })
  await createNotice('refund_approval_asked')
  await createNotice('iban_requested')
  expect([await sendPushes(), await sendPushes(new Date('2026-11-23T11:59:59Z')), service.got.length]).toEqual([0, 0, 0])
  const { results } = (await server.call('notificationList', { as: session })).body
  await server.call('notificationRead', {
    as: session,
    params: { notificationId: results.find(({ type }) => type === 'iban_requested')?.id ?? '' },
  })
  expect(await sendPushes(new Date('2026-11-23T12:00:00Z'))).toBe(1)
  expect(service.got.map(({ headers }) => headers['ttl'])).toEqual([String(23 * 3_600)])
  await createNotice('refund_approval_asked')
  expect([await sendPushes(new Date('2026-11-24T13:00:00Z')), await waiting()]).toEqual([0, 0])
})

it.each([401, 403, 404, 410])('a subscription whose push service answers %i is deleted', async (status) => {
  await subscribed('ownerA', `/answers-${status}`)
  await createNotice('iban_requested')
  expect([await sendPushes(), await devices(), await waiting()]).toEqual([0, 0, 0])
})

it.each([429, 500, 503])('a push is retried with growing delays after %i', async (status) => {
  await subscribed('ownerA', `/answers-${status}`)
  await createNotice('iban_requested')
  const at = (seconds: number) => sendPushes(new Date(now.getTime() + seconds * 1_000))
  await at(0)
  await at(29)
  expect(service.got).toHaveLength(1)
  await at(31)
  await at(31 + 59)
  expect(service.got).toHaveLength(2)
  await at(31 + 61)
  expect([service.got.length, await devices(), await waiting()]).toEqual([3, 1, 1])
})

it.each([301, 400, 413])('a push is dropped after %i, without following a redirect or retrying', async (status) => {
  await subscribed('ownerA', `/answers-${status}`)
  await createNotice('iban_requested')
  expect([await sendPushes(), await sendPushes(new Date(now.getTime() + 60_000))]).toEqual([0, 0])
  expect([service.got.length, await devices(), await waiting()]).toEqual([1, 1, 0])
})

it('a push to a push service that hangs does not hold up others', async () => {
  await subscribed('ownerA', '/hangs')
  const quick = await subscribed('adminA')
  await createNotice('iban_requested')
  expect(await sendPushes()).toBe(1)
  expect(service.got.map(({ path }) => path.split('/')[1]).toSorted()).toEqual(['box', 'hangs'])
  expect([quick.endpoint.includes('/box'), await waiting()]).toEqual([true, 1])
})

it.each([
  'http://push.example/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://169.254.169.254/latest/meta-data',
  'https://0x7f.1/x',
  'https://somebody:secret@push.example/x',
  'javascript:alert(1)',
  'nothing',
])('a subscription at %s is refused', async (endpoint) => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const browser = { keys, auth: randomBytes(16), ...(await enter('ownerA')) }
  expect((await subscribe(browser, endpoint)).status).toBe(400)
})

it('a device is not subscribed with a key that is not on the curve', async () => {
  const { session } = await enter('ownerA')
  const p256dh = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url')
  const body = { endpoint: 'https://push.example/x', p256dh, auth: randomBytes(16).toString('base64url') }
  expect((await server.call('pushSubscribe', { as: session, body })).error.fields?.[0]?.name).toBe('p256dh')
})

it('a push is not sent to an address inside our network stored by hand, and the subscription is deleted', async () => {
  const { endpoint } = await subscribed('ownerA')
  await server.ownerSql('update push_subscriptions set endpoint = $2 where endpoint = $1', [endpoint, endpoint.replace('http:', 'https:')])
  await createNotice('iban_requested')
  expect([await sendPushes(), service.got.length, await devices()]).toEqual([0, 0, 0])
})

it('there is one subscription per browser, ten per person, and the current one is marked', async () => {
  const first = await subscribed('ownerA')
  for (let n = 0; n < 10; n += 1) await subscribed('ownerA')
  expect(await devices()).toBe(10)
  const settings = async (session: TestSession) => (await server.call('noticeSettingsView', { as: session })).body.push
  expect(await settings(first.session)).toMatchObject({ here: false, elsewhere: 10 })
  expect((await subscribe(first, 'https://push.example/again')).body.push).toMatchObject({ here: true, elsewhere: 9 })
  expect((await subscribe(first, 'https://push.example/again')).body.push).toMatchObject({ here: true, elsewhere: 9 })
  expect((await server.call('pushUnsubscribe', { as: first.session })).body.push).toMatchObject({ here: false, elsewhere: 9 })
})

it('a subscription ends with its session: by sign-out, by ending it from another device, or with the person', async () => {
  const out = await subscribed('ownerA', '/out')
  await server.send('POST', '/v2/signout', { as: out.session, body: '{}' })
  expect(await devices()).toBe(0)
  const otherSession = await subscribed('editorA', '/afar')
  const device = await subscribed('editorA', '/here')
  await server.call('meSessionEndOthers', { as: device.session })
  await createNotice('iban_requested')
  await createNotice('settlement_paid')
  await sendPushes()
  expect([...new Set(service.got.map(({ path }) => path.split('/')[1]))]).toEqual(['here'])
  expect(otherSession.endpoint).toContain('/afar')
  await server.ownerSql('update memberships set disabled_at = now() where user_id = $1', [personas.editorA.id])
  service.got.length = 0
  await createNotice('settlement_paid')
  expect([await sendPushes(), service.got.length]).toEqual([0, 0])
  await server.ownerSql('update memberships set disabled_at = null where user_id = $1', [personas.editorA.id])
})

it('a subscription survives a session that merely expired, and belongs to the next sign-in on that device', async () => {
  const first = await subscribed('ownerA', '/kept')
  const again = await enter('ownerA', first.device)
  await server.ownerSql(
    "update sessions set ended_at = now(), end_reason = 'closed_by_user' where id <> (select session_id from push_subscriptions)",
  )
  expect(await devices()).toBe(1)
  await server.send('POST', '/v2/signout', { as: again.session, body: '{}' })
  expect(await devices()).toBe(0)
})

it('a subscription ends when somebody else signs in on that device', async () => {
  const first = await subscribed('ownerA', '/shared')
  await enter('editorA', first.device)
  await createNotice('iban_requested')
  expect([await sendPushes(), service.got.length, await devices()]).toEqual([0, 0, 0])
})

it('a subscription requires the device cookie', async () => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const { session } = await enter('ownerA')
  const bare = { ...session, cookie: session.cookie.split(';')[0] ?? '' }
  expect((await subscribe({ keys, auth: randomBytes(16), session: bare }, 'https://push.example/x')).status).toBe(400)
})
