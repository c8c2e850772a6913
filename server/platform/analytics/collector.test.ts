import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checksumText, type AnalyticsEvent } from '#domain/analytics'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { ANALYTICS_KEPT_DAYS, deleteOldEvents, useFigures } from './figures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ fixture: false })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ownerSql('truncate analytics_events')
  server.moveClock(60_000) // another minute: resets the rate limit
})

const event = (more: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  event_type: 'campaigns',
  uuid: randomUUID(),
  device_id: randomUUID(),
  session_id: 1_000,
  timestamp: 61_000,
  event_properties: { action: 'publish', is_draft: false },
  ...more,
})

function form(events: readonly unknown[], more: Record<string, string> = {}): string {
  const [client, e, time] = [more['client'] ?? 'trastienda', JSON.stringify(events), more['upload_time'] ?? '71000']
  const checksum = createHash('md5')
    .update(checksumText(client, e, time))
    .digest('hex')
  return new URLSearchParams({ client, e, v: '2', upload_time: time, checksum, ...more }).toString()
}

const upload = (body: string, headers: Record<string, string> = {}) =>
  server.send('POST', '/analytics', { body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })

it('stores each event once, however often it is sent, with its time by our clock', async () => {
  const [first, second] = [event(), event()]
  const answers = await Promise.all([upload(form([first, second])), upload(form([first])), upload(form([second, first]))])
  expect(answers.map(({ status, raw }) => `${status} ${raw}`)).toEqual(['200 success', '200 success', '200 success'])
  const rows = await server.ownerSql<{ id: string; before: number; visit: number; properties: object; event_type: string }>(
    `select id, event_type, properties, extract(epoch from received_at - happened_at)::int as before, extract(epoch from happened_at - session_started_at)::int as visit
     from analytics_events order by id = $1 desc`,
    [first.uuid],
  )
  expect(rows).toEqual(
    [first, second].map(({ uuid: id }) => ({
      id,
      event_type: 'campaigns',
      properties: { action: 'publish', is_draft: false },
      before: 10,
      visit: 60,
    })),
  )
})

it('stores only allowed properties, whatever is sent', async () => {
  const personal = { action: 'publish', email: 'ana@tienda.es', category: 'Ana Núñez', q: 'ES9121000418450200051332' }
  const sent = [
    event({ event_properties: personal }),
    // A sale's id would identify people.
    event({ event_type: 'offline_checkout', event_properties: { action: 'submit', type: 'user', checkoutId: 'a'.repeat(32) } }),
    { ...event(), event_type: 'Ana Núñez' },
    7,
    null,
    { ...event(), device_id: 'ana@tienda.es' },
  ]
  expect((await upload(form(sent))).raw).toBe('success')
  const rows = await server.ownerSql('select * from analytics_events')
  expect(rows.map(({ properties }) => properties)).toEqual([{ action: 'publish' }, { action: 'submit', type: 'user' }])
  expect(JSON.stringify(rows)).not.toMatch(/ana|ES91/i)
})

it('refuses truncated, foreign, malformed, too large or too frequent uploads, and stores nothing of them', async () => {
  const refused = async (body: string, expected: string, headers?: Record<string, string>) => {
    const { status, raw } = await upload(body, headers)
    expect(`${status} ${raw}`).toContain(expected)
  }
  await refused(form([event()], { checksum: 'f'.repeat(32) }), '400 bad_checksum')
  await refused(form([event()], { client: 'another' }), '400 bad_request')
  await refused(form([event()], { v: '1' }), '400 bad_request')
  await refused(form([event()], { upload_time: 'soon' }), '400 bad_request')
  await refused(form(Array.from({ length: 1_001 }, () => 0)), '400 bad_request')
  await refused('%%%', '400 bad_request')
  await refused(form(['x'.repeat(1_000_000)]), '413')
  await refused(JSON.stringify([event()]), '400', { 'content-type': 'application/json' })
  const many = await Promise.all(Array.from({ length: 140 }, () => upload('')))
  expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(10)
  expect(many.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('60')
  expect(await server.ownerSql('select 1 from analytics_events')).toEqual([])
})

it('limits the bytes stored per network and day, and still accepts other networks', async () => {
  server.moveClock(86_400_000)
  const big = form(Array.from({ length: 900 }, () => 'x'.repeat(1_000)))
  let taken = 0
  for (; taken < 40; taken += 1) if ((await upload(big)).status === 429) break
  expect([taken, big.length * taken < 20_000_000, big.length * (taken + 1) > 20_000_000]).toEqual([taken, true, true])
  expect((await upload(form([event()]))).status).toBe(200)
  const refused = await upload(big)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  server.moveClock(86_400_000)
  expect((await upload(big)).status).toBe(200)
})

it('deletes events after their retention period and no others', async () => {
  await upload(form([event(), event()]))
  await server.ownerSql(
    `insert into analytics_events select gen_random_uuid(), received_at - $1::int * interval '1 day' + interval '1 minute', happened_at, device_id, session_started_at, event_type, properties from analytics_events`,
    [ANALYTICS_KEPT_DAYS],
  )
  expect(await deleteOldEvents(server.services)).toBe(0)
  server.moveClock(60_000)
  expect(await deleteOldEvents(server.services)).toBe(2)
  expect(await server.ownerSql('select 1 from analytics_events')).toHaveLength(2)
})

it('counts how often something was done, by how many browsers', async () => {
  const device = randomUUID()
  await upload(
    form([
      event({ device_id: device }),
      event({ device_id: device }),
      event(),
      event({ event_type: 'team', event_properties: { sandbox: true } }),
    ]),
  )
  const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Madrid' }).format(server.services.now())
  expect(await useFigures(server.services.database, day, day)).toEqual([
    { section: 'campaigns', properties: '{"action": "publish", "is_draft": false}', times: 3n, browsers: 2n },
    { section: 'team', properties: '{}', times: 1n, browsers: 1n },
  ])
  expect(await useFigures(server.services.database, '2020-01-01', '2020-01-31')).toEqual([])
})
