import { afterAll, beforeAll, expect, it } from 'vitest'
import { mintScope } from '../../platform/database/scope.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { transitionCampaigns } from './transitionCampaigns.ts'

const day = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z') })
})
afterAll(() => server.close())

const scope = mintScope(ids.merchantA1, 'live')
const at = (ms: number) => new Date(server.services.now().getTime() + ms)

/** Inserts a published campaign; times relative to now. */
async function campaign(name: string, startsMs: number, endsMs: number | null, status = 'scheduled', mode = 'live'): Promise<string> {
  const id = crypto.randomUUID()
  await server.ownerSql(
    `insert into campaigns (merchant_id, mode, id, name, slug, status, starts_at, ends_at, interest_bps, num_instalments, created_at, created_by, changed_at)
     values ($1, $2, $3, $4, $4, $5, $6, $7, 0, '{3}', now(), $8, now())`,
    [ids.merchantA1, mode, id, name, status, at(startsMs), endsMs === null ? null : at(endsMs), personas.editorA.id],
  )
  return id
}
const statusOf = async (id: string) =>
  (await server.ownerSql<{ status: string }>('select status from campaigns where id = $1', [id]))[0]?.status
const noticesOf = async (name: string) =>
  (
    await server.ownerSql<{ type: string; action_url: string; values: { key: string; value: string }[] }>(
      `select type, action_url, values from notifications where values @> $1::jsonb order by created_at`,
      [JSON.stringify([{ key: 'campaign', value: name }])],
    )
  ).map(({ type, values, action_url }) => [type, values.find(({ key }) => key === 'deadline')?.value, action_url.endsWith('?sandbox=true')])
const waits = async (id: string) =>
  (await server.ownerSql<{ kind: string }>('select kind from deadlines where object_id = $1 order by due_at', [id])).map(({ kind }) => kind)

it('a campaign starts, announces its end and finishes, each once', async () => {
  // Ends on 3 December at midnight in Madrid.
  const id = await campaign('Todo', day, new Date('2026-12-02T23:00:00Z').getTime() - server.services.now().getTime())
  expect(await waits(id)).toEqual(['campaign_start', 'campaign_end'])
  await server.runClock()
  expect([await statusOf(id), await noticesOf('Todo')]).toEqual(['scheduled', []])
  server.moveClock(day)
  await server.runClock()
  expect([await statusOf(id), await noticesOf('Todo'), await waits(id)]).toEqual([
    'active',
    [['campaign_started', undefined, false]],
    ['campaign_ending', 'campaign_end'],
  ])
  server.moveClock(7 * day)
  await server.runClock()
  await server.runClock()
  expect((await noticesOf('Todo'))[1]).toEqual(['campaign_ending', '02.12.2026, 23:59', false])
  server.moveClock(3 * day)
  await server.runClock()
  expect(await statusOf(id)).toBe('finished')
  // Its result is reported the next morning, whatever the current hour.
  server.moveClock(day)
  await server.runClock()
  await server.runClock()
  expect([(await noticesOf('Todo')).map(([type]) => type), await waits(id)]).toEqual([
    ['campaign_started', 'campaign_ending', 'campaign_report'],
    [],
  ])
})

it('of a short campaign only the start is announced; one that no worker processed in time just finishes', async () => {
  const [short, over, paused] = [
    await campaign('Corta', 1, 2 * day),
    await campaign('Pasada', 1, 2),
    await campaign('Pausada', -day, day, 'paused'),
  ]
  server.moveClock(60_000)
  await server.runClock()
  expect([await statusOf(short), await statusOf(over), await statusOf(paused)]).toEqual(['active', 'finished', 'paused'])
  expect([await waits(short), await noticesOf('Pasada'), await noticesOf('Corta')]).toEqual([
    ['campaign_end'],
    [],
    [['campaign_started', undefined, false]],
  ])
  server.moveClock(day)
  await server.runClock()
  expect(await statusOf(paused)).toBe('finished')
})

it('concurrent workers process a campaign once', async () => {
  const many = await Promise.all(Array.from({ length: 5 }, (_, nth) => campaign(`Carrera ${nth}`, 1, 10 * day)))
  server.moveClock(60_000)
  await Promise.all(
    Array.from({ length: 6 }, () =>
      transitionCampaigns(
        server.services,
        scope,
        many.toSorted(() => Math.random() - 0.5),
      ),
    ),
  )
  await server.runClock()
  for (const nth of many.keys()) expect(await noticesOf(`Carrera ${nth}`)).toEqual([['campaign_started', undefined, false]])
})

it('a job that failed is processed when it is retried', async () => {
  const id = await campaign('Caída', 1, null)
  server.moveClock(60_000)
  // The process crashed inside the transaction: it is rolled back, and the job is retried.
  const dying = {
    ...server.services,
    database: {
      ...server.services.database,
      write: (async (to, work) =>
        server.services.database.write(
          to,
          async (db) => (await work(db), Promise.reject(new Error('killed'))),
        )) as typeof server.services.database.write,
    },
  }
  await expect(transitionCampaigns(dying, scope, [id])).rejects.toThrow('killed')
  expect([await statusOf(id), await noticesOf('Caída')]).toEqual(['scheduled', []])
  await server.runClock()
  expect([await statusOf(id), (await noticesOf('Caída')).length]).toEqual(['active', 1])
})

it('a campaign whose start was moved while it was being processed waits for the new start', async () => {
  const id = await campaign('Movida', 1, null)
  server.moveClock(60_000)
  await server.ownerSql(`update campaigns set starts_at = $2 where id = $1`, [id, at(day)])
  expect(await transitionCampaigns(server.services, scope, [id])).toEqual([])
  await server.runClock()
  expect([await statusOf(id), await waits(id)]).toEqual(['scheduled', ['campaign_start']])
})

it('a campaign of the other mode is separate', async () => {
  const id = await campaign('Pruebas', 1, null, 'scheduled', 'sandbox')
  server.moveClock(60_000)
  expect(await transitionCampaigns(server.services, scope, [id])).toEqual([])
  await server.runClock()
  expect([await statusOf(id), await noticesOf('Pruebas')]).toEqual(['active', [['campaign_started', undefined, true]]])
})
