import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { withLanguage, text } from '../../platform/calls/messages.ts'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const campaigns = `/v2/merchants/${hexOf(ids.merchantA1)}/campaigns`
const outcome = (
  as: Persona,
  key: string,
  method: 'POST' | 'PATCH',
  path: string,
  { mode = 'live' as 'live' | 'sandbox', headers = {} } = {},
) => server.call('requestOutcome', { as, params: { key }, body: { method, path }, mode, headers })

it('requestOutcome says whether a request was done, refused and why, or never arrived', async () => {
  await server.call('campaignCreate', {
    as: 'ownerA',
    key: 'made',
    params: { merchantId: hexOf(ids.merchantA1) },
    body: { name: 'Rebajas' },
  })
  expect((await outcome('ownerA', 'made', 'POST', campaigns)).body).toEqual({ action: 'Empezar una campaña', state: 'done', message: null })

  const unknown = { merchantId: hexOf(ids.merchantA1), campaignId: 'f'.repeat(32) }
  const no = await server.call('campaignPause', { as: 'ownerA', key: 'no', params: unknown })
  expect((await outcome('ownerA', 'no', 'POST', `${campaigns}/${unknown.campaignId}/pause`)).body).toEqual({
    action: 'Pausar una campaña',
    state: 'refused',
    message: no.error.message,
  })
  expect((await outcome('ownerA', 'never', 'POST', campaigns)).body).toMatchObject({ state: 'absent' })
  const inCatalan = await outcome('ownerA', 'made', 'POST', campaigns, { headers: { 'accept-language': 'ca' } })
  expect(inCatalan.body.action).toBe(withLanguage('ca', () => text('actions.campaignCreate')))
  expect(inCatalan.body.action).not.toBe(text('actions.campaignCreate'))
})

it('requestOutcome closes an unknown idempotency key, so that a late request with it is refused for any body, and the answer stays the same', async () => {
  const merchantId = hexOf(ids.merchantA1)
  const names = async () =>
    (await server.call('campaignList', { as: 'ownerA', params: { merchantId } })).body.results.filter(({ name }) => name === 'Tarde').length
  expect((await outcome('ownerA', 'late', 'POST', campaigns)).body.state).toBe('absent')
  for (const body of [{ name: 'Tarde' }, {}]) {
    const { status, error } = await server.call('campaignCreate', { as: 'ownerA', key: 'late', params: { merchantId }, body })
    expect([status, error.type]).toEqual([409, 'RequestClosed'])
  }
  expect(await names()).toBe(0)
  expect((await outcome('ownerA', 'late', 'POST', campaigns)).body.state).toBe('absent')
  // The key is closed only for this caller, in that mode and for that call.
  expect((await server.call('campaignCreate', { as: 'adminA', key: 'late', params: { merchantId }, body: { name: 'Tarde' } })).status).toBe(
    201,
  )
})

it('requestOutcome says that a request is in progress, and closes nothing, while its transaction is open', async () => {
  await server.call('campaignCreate', { as: 'ownerA', key: 'slow', params: { merchantId: hexOf(ids.merchantA1) }, body: {} })
  // The advisory lock of the write, taken here as the write would.
  const [row] = await server.ownerSql<{ lock: string }>(
    `select ('x' || encode(substr(scope_hash, 1, 8), 'hex'))::bit(64)::bigint::text as lock from idempotency_keys order by created_at desc limit 1`,
  )
  await server.ownerSql(`delete from idempotency_keys`)
  await server.services.database.write(null, async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(${row?.lock ?? '0'}::bigint)`)
    expect((await outcome('ownerA', 'slow', 'POST', campaigns)).body.state).toBe('running')
  })
  expect((await outcome('ownerA', 'slow', 'POST', campaigns)).body.state).toBe('absent')
})

it('requestOutcome answers only the caller who sent the request, for that shop, mode and call', async () => {
  await server.call('campaignCreate', { as: 'ownerA', key: 'mine', params: { merchantId: hexOf(ids.merchantA1) }, body: {} })
  const states = [
    outcome('ownerA', 'mine', 'POST', campaigns),
    outcome('adminA', 'mine', 'POST', campaigns),
    outcome('ownerB', 'mine', 'POST', campaigns),
    outcome('ownerA', 'mine', 'POST', campaigns, { mode: 'sandbox' }),
    outcome('ownerA', 'mine', 'POST', campaigns.replace(hexOf(ids.merchantA1), hexOf(ids.merchantA2))),
  ]
  expect((await Promise.all(states)).map(({ body }) => body.state)).toEqual(['done', 'absent', 'absent', 'absent', 'absent'])
})

it('requestOutcome refuses an address that belongs to no call', async () => {
  const { status, error } = await outcome('ownerA', 'mine', 'POST', '/v2/nowhere')
  expect([status, error.type]).toEqual([404, 'ObjectNotFoundException'])
})
