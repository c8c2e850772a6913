import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ids, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { chrome, enter, HOUR, writeOwnersAndAccounts, emails, newIban, oldIban, shopOf } from '../../testing/ibans/testChange.ts'

let server: TestServer
const lines: string[] = []
beforeEach(async () => {
  lines.length = 0
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  server = await startTestServer({ config: { logLevel: 'info' } })
  await writeOwnersAndAccounts(server)
  await server.ownerSql(`update merchants set billing_email = 'facturas@a.test' where id = $1`, [ids.merchantA1])
})
afterEach(async () => {
  await server.close()
  vi.restoreAllMocks()
})

const shop = () => shopOf(server, ids.merchantA1)
const requestChange = async (userAgent = chrome) => shop().ask(await enter(server, 'owner@a.test', userAgent))
const freeze = (ibanId: string, token: string) => server.call('ibanFreeze', { body: { ibanId, token } })
const view = (ibanId: string, token: string) => server.call('ibanFreezeView', { body: { ibanId, token } })

it('every owner and the billing address are notified at once, each once, with a link', async () => {
  await requestChange()
  const sent = await emails(server)
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['facturas@a.test', 'owner@a.test', 'second@a.test'])
  expect(sent.every(({ token }) => token !== '')).toBe(true)
  for (const { text } of sent) {
    expect(text).toContain('ES60 •••• 7892')
    expect(text).toContain('ES91 •••• 1332')
    expect(text).toContain('Olga Núñez')
    expect(text).toContain('Chrome en Windows')
    expect(text).toContain('Tienda Gran Vía')
  }
  expect(await emails(server)).toHaveLength(3)
  const queued = await server.ownerSql<{ row: string }>(`select to_jsonb(l)::text as row from outbox l where kind = 'iban_email'`)
  for (const { token } of sent)
    for (const { row } of queued) for (const open of [token, Buffer.from(token).toString('hex'), '@a.test']) expect(row).not.toContain(open)
})

it('an e-mail that could not be sent is sent again with the same id and link', async () => {
  const id = await requestChange()
  const tried: { id?: string; text: string }[] = []
  const broken = {
    ...server.services,
    log: () => {},
    mail: async (email: { id?: string; text: string }) => (tried.push(email), Promise.reject(new Error('no line'))),
  }
  expect(await sendOutbox(broken, 'iban_email')).toBe(0)
  expect(await emails(server)).toEqual([])
  server.moveClock(61_000)
  const [first] = await emails(server)
  expect((await view(id, first?.token ?? '')).status).toBe(200)
  expect(tried.map(({ text }) => /\.([\w-]{43})/.exec(text)?.[1])).toEqual(tried.map(() => first?.token))
  expect(new Set(tried.map(({ id: messageId }) => messageId)).size).toBe(3)
})

it('the holder of a link sees the change masked and stops it without a session, once', async () => {
  const id = await requestChange()
  const [{ token = '' } = {}] = await emails(server)
  const seen = await view(id, token)
  expect(seen.body).toMatchObject({
    merchants: ['Tienda Gran Vía'],
    from: 'ES60 •••• 7892',
    to: 'ES91 •••• 1332',
    requestedBy: 'Olga Núñez',
    device: 'Chrome en Windows',
    status: 'pending_review',
  })
  expect([(await freeze(id, token)).status, (await freeze(id, token)).status]).toEqual([200, 200])
  expect((await view(id, token)).body.status).toBe('frozen')
  expect(await shop().review(id)).toMatchObject({ type: 'ReviewNotAllowed', why: 'iban' })
  server.moveClock(100 * HOUR)
  expect([await shop().move(), await shop().paid()]).toEqual([0, oldIban])
  const auditEntries = await server.ownerSql("select outcome, before ->> 'state' as before from audit_entries where call = 'ibanFreeze'")
  expect(auditEntries).toEqual([{ outcome: 'done', before: 'pending_review' }])
  expect(await server.ownerSql("select from notifications where type = 'iban_stopped'")).toHaveLength(1)
})

it('a link stops a change that is cooling off, and none that has taken effect', async () => {
  const second = await enter(server, 'second@a.test')
  await shop().stepUp(second)
  const id = await requestChange()
  await shop().approve(id, second)
  await shop().review(id)
  const approved = (await emails(server)).find(({ subject }) => subject.includes('empieza a cobrar'))
  expect(approved?.text).toContain('Hasta entonces se sigue pagando a la de ahora.')
  server.moveClock(72 * HOUR + 60_000)
  expect((await freeze(id, approved?.token ?? '')).status).toBe(200)
  expect([await shop().move(), await shop().paid()]).toEqual([0, oldIban])

  const again = await requestChange()
  const later = await enter(server, 'second@a.test')
  await shop().stepUp(later)
  await shop().approve(again, later)
  await shop().review(again)
  const [{ token = '' } = {}] = (await emails(server)).filter(({ ibanId }) => ibanId === again)
  server.moveClock(73 * HOUR)
  await shop().move()
  expect((await freeze(again, token)).status).toBe(410)
  expect((await view(again, token)).body.status).toBe('active')
  expect(await shop().paid()).toBe(newIban)
})

it('another token or another change is refused', async () => {
  const id = await requestChange()
  const [{ token = '' } = {}] = await emails(server)
  const reset = await server.ownerSql(`insert into one_time_links (id, user_id, purpose, token_hash, expires_at)
    select gen_random_uuid(), id, 'password_reset', sha256('x'), now() + interval '1 hour' from users where email = 'owner@a.test' returning id`)
  expect(reset).toHaveLength(1)
  for (const [ibanId, ownerToken] of [
    [id, ''],
    [id, 'x'.repeat(43)],
    [id, token.toUpperCase()],
    ['f'.repeat(32), token],
  ] as const)
    for (const answer of [await view(ibanId, ownerToken), await freeze(ibanId, ownerToken)])
      expect([answer.status, answer.error.type]).toEqual([410, 'LinkReplaced'])
  expect(await shop().state(id)).toBe('pending_review')
})

it('neither number, link nor personal data appear in a log, the audit log, a notice, a stored answer or a queue', async () => {
  const session = await enter(server, 'owner@a.test')
  const created = await shop().create(session, newIban, { key: 'k' })
  await shop().create(session, newIban.replace('9', '8'))
  await shop().stepUp(session)
  const confirmed = await shop().confirm(created.body.id, session, 'k2')
  const listed = await shop().list(session)
  const [{ token = '', ibanId = '' } = {}] = await emails(server)
  await view(ibanId, token)
  await server.send('GET', `/stop-change`)
  await freeze(ibanId, token)
  const texts = await server.ownerSql<{
    text: string
  }>(`select to_jsonb(a)::text from audit_entries a union all select to_jsonb(n)::text from notifications n
    union all select to_jsonb(i)::text from idempotency_keys i union all select to_jsonb(o)::text from outbox o union all select to_jsonb(j)::text from pgboss.job j`)
  const everything = [...lines, ...texts.map(({ text }) => text), created.raw, confirmed.raw, listed.raw].join('\n')
  expect(everything).toContain('"call":"ibanFreeze"')
  for (const secret of [newIban, newIban.slice(4, 20), oldIban, oldIban.slice(4, 20), '2100 0418', token, testPassword])
    expect(everything).not.toContain(secret)
  expect(lines.join('')).not.toMatch(/@a\.test|Núñez/)
  expect(await server.ownerSql('select from bank_accounts where id = $1', [uuidOf(ibanId)])).toHaveLength(1)
})
