import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../notices/notify.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const shop = (id: string, mode = 'live') => `${hexOf(id)}/${mode}`

/** Follows the stream over real HTTP; `next` resolves with the next event and its data, null at the end. Heartbeats are skipped. */
async function follow(as: Persona | Awaited<ReturnType<TestServer['signIn']>>, shops?: string, seconds = 60, age?: number) {
  const session = typeof as === 'string' ? await server.as(as) : as
  const stop = new AbortController()
  const answer = await fetch(
    `${server.url}/v2/notifications/stream?seconds=${seconds}${shops ? `&shops=${encodeURIComponent(shops)}` : ''}${age === undefined ? '' : `&age=${age}`}`,
    {
      headers: { authorization: `Bearer ${session.accessToken}`, cookie: session.cookie },
      signal: stop.signal,
    },
  )
  const pieces = answer.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  const heard: string[] = []
  const next = async (): Promise<string | null> => {
    for (;;) {
      const ready = heard.shift()
      if (ready !== undefined) return ready
      const piece = await pieces?.next()
      if (!piece || piece.done) return null
      for (const [, event, data] of piece.value.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)) heard.push(`${event} ${data}`)
    }
  }
  return { status: answer.status, type: answer.headers.get('content-type'), next, stop: () => stop.abort() }
}

const change = (as: Persona, merchantId: string, mode: 'live' | 'sandbox' = 'live') =>
  server.call('campaignCreate', { as, mode, params: { merchantId: hexOf(merchantId) }, body: { name: 'Otoño' } })

it('the stream opens at once and reports changes of the followed shop and mode only', async () => {
  const stream = await follow('editorA', shop(ids.merchantA1))
  expect([stream.status, stream.type, await stream.next()]).toEqual([200, 'text/event-stream; charset=utf-8', 'open {}'])
  expect((await change('ownerB', ids.merchantB1)).status).toBe(201)
  expect((await change('editorA', ids.merchantA2)).status).toBe(201)
  expect((await change('editorA', ids.merchantA1, 'sandbox')).status).toBe(201)
  expect((await change('editorA', ids.merchantA1)).status).toBe(201)
  expect(await stream.next()).toBe(`work {"merchant_id":"${hexOf(ids.merchantA1)}","mode":"live"}`)
  stream.stop()
})

it('the stream reports that nothing has changed since the caller read, when certain, allowing for network time', async () => {
  const { events } = server.services
  const quiet = vi.spyOn(events, 'quiet')
  const opened = async (age?: number) => {
    const stream = await follow('editorA', shop(ids.merchantA1), 60, age)
    const first = await stream.next()
    stream.stop()
    return first
  }
  expect(await opened()).toBe('open {}')
  expect(quiet).not.toHaveBeenCalled()
  quiet.mockReturnValueOnce(true).mockReturnValueOnce(false)
  expect([await opened(1_500), await opened(0)]).toEqual(['open {"quiet":true}', 'open {}'])
  const [[topics, ms] = []] = quiet.mock.calls
  expect([topics, ms]).toEqual([[ids.accountA, 'announcements', `${ids.merchantA1}/live`], 6_500])
  quiet.mockRestore()
})

it('the stream reports a notice of the account, and stays open', async () => {
  const stream = await follow('guestA')
  await stream.next()
  const about = { merchantId: ids.merchantA1 }
  for (const as of ['first', 'second']) {
    await server.services.database.write(mintScope(ids.merchantA1, 'live'), async (db) =>
      notify(db, { about, type: as, level: 'info', values: [], actionUrl: null, roles: ['guest'], now: new Date() }),
    )
    expect(await stream.next()).toBe('notices {}')
  }
  stream.stop()
})

it.each<[Persona, string]>([
  ['limitedA', ids.merchantA1],
  ['ownerB', ids.merchantA1],
  ['ownerA', '01900000-0000-7000-8000-0000000000ff'],
])('the stream answers %s not found for a shop that is not theirs', async (as, id) => {
  expect((await follow(as, shop(id))).status).toBe(404)
})

it.each([
  'shops=x',
  `shops=${hexOf(ids.merchantA1)}/other`,
  `shops=${Array.from({ length: 21 }, () => shop(ids.merchantA1)).join(',')}`,
  'seconds=301',
  'seconds=-1',
  'age=60001',
  'age=x',
])('the stream refuses the query %s', async (query) => {
  expect((await server.send('GET', `/v2/notifications/stream?${query}`, { as: 'editorA' })).status).toBe(400)
})

it('the stream ends when its time is over, without an error', async () => {
  const stream = await follow('editorA', undefined, 0)
  expect([await stream.next(), await stream.next()]).toEqual(['open {}', null])
})

it('the stream ends with its session, and does not extend its idle time', async () => {
  const session = await server.signIn('adminA')
  const before = await server.ownerSql('select active_at from sessions order by created_at desc limit 1')
  const stream = await follow(session, shop(ids.merchantA1))
  await stream.next()
  await server.send('POST', '/v2/signout', { as: session, body: '{}' })
  await change('editorA', ids.merchantA1)
  expect(await stream.next()).toBeNull()
  expect(await server.ownerSql('select active_at from sessions order by created_at desc limit 1')).toEqual(before)
})
