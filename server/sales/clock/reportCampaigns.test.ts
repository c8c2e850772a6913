import { afterAll, beforeAll, expect, it } from 'vitest'
import { mintScope } from '../../platform/database/scope.ts'
import { text } from '../../platform/calls/messages.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import type { NoticeValue } from '../../merchants/notices/notify.ts'
import { reportCampaigns } from './reportCampaigns.ts'

const day = 86_400_000
let server: TestServer
beforeAll(async () => {
  // A Sunday, 13:00 in Madrid.
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z'), proved: false })
})
afterAll(() => server.close())
const scope = mintScope(ids.merchantA1, 'live')

/** Inserts an active campaign. */
async function campaign(name: string, startsAt: string, endsAt: string): Promise<string> {
  const id = crypto.randomUUID()
  await server.ownerSql(
    `insert into campaigns (merchant_id, mode, id, name, slug, status, starts_at, ends_at, interest_bps, num_instalments, created_at, created_by, changed_at)
     values ($1, 'live', $2, $3, $3, 'active', $4, $5, 0, '{3}', now(), $6, now())`,
    [ids.merchantA1, id, name, startsAt, endsAt, personas.editorA.id],
  )
  return id
}
async function sold(createdAt: string, amount: number, { by = null as string | null, subsidy = 0, refunded = 0 } = {}): Promise<void> {
  await server.ownerSql(
    `insert into operations (merchant_id, mode, id, substatus, channel, product, capture_mode, total_cents, captured_cents, refunded_cents, num_instalments, tin_bps, tae_bps,
      fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, subsidy_cents, first_name, last_name, email, search_text, created_at, campaign_id)
     values ($1, 'live', gen_random_uuid(), 'payment_process', 'online', 'instalments', 'automatic', $2, $2, $3, 3, 0, 0, 250, 35, 2100, 1999, $4, 'Ana', 'Mora', 'a@b.test', 'ana', $5, $6)`,
    [ids.merchantA1, amount, refunded, subsidy, createdAt, by],
  )
}
const noticesOf = async (name: string) =>
  (
    await server.ownerSql<{ values: NoticeValue[]; action_url: string }>(
      `select values, action_url from notifications where type = 'campaign_report' and values @> $1::jsonb`,
      [JSON.stringify([{ key: 'campaign', value: name }])],
    )
  ).map(({ values }) =>
    values
      .flatMap((one) =>
        'said' in one && one.key === 'result' ? one.said.map((part) => ('of' in part ? text(part.of, part.values) : part.written)) : [],
      )
      .join(' ')
      .replaceAll('\u00a0', ' '),
  )
const dueAt = async (id: string) =>
  (
    await server.ownerSql<{ due_at: Date }>(`select due_at from deadlines where object_id = $1 and kind = 'campaign_report'`, [id])
  )[0]?.due_at.toISOString()

it('a campaign is reported on the morning after its last day, with orders, cost and the comparison period', async () => {
  // All of Sunday in Madrid.
  const id = await campaign('Domingo', '2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z')
  await sold('2026-11-22T10:00:00Z', 30_000, { by: id, subsidy: 900, refunded: 10_000 })
  await sold('2026-11-22T11:00:00Z', 10_000, { by: id, subsidy: 300 })
  await sold('2026-11-22T11:30:00Z', 6_000)
  await sold('2026-11-15T10:00:00Z', 30_000)
  await sold('2026-11-21T10:00:00Z', 99_000)
  server.moveClock(day / 2)
  await server.runClock()
  expect([await dueAt(id), await noticesOf('Domingo')]).toEqual(['2026-11-23T08:00:00.000Z', []])
  server.moveClock(day / 2)
  await server.runClock()
  await server.runClock()
  expect(await noticesOf('Domingo')).toEqual([
    '2 operaciones por 300,00 €; te han costado 12,00 €. En esos días toda la tienda vendió un +20 % respecto a los mismos días de la semana justo antes.',
  ])
  expect(await dueAt(id)).toBeUndefined()
})

it('a campaign is reported once by any number of workers, also when finished by hand without sales', async () => {
  // Now Monday 13:00; it was to run until Friday.
  const id = await campaign('Corta', '2026-11-23T11:00:00Z', '2026-11-27T23:00:00Z')
  await server.ownerSql(`update campaigns set status = 'finished', ends_at = $2 where id = $1`, [id, '2026-11-23T12:00:00Z'])
  expect(await dueAt(id)).toBe('2026-11-24T08:00:00.000Z')
  expect(await reportCampaigns(server.services, scope, [id])).toEqual([])
  server.moveClock(day)
  const done = await Promise.all(Array.from({ length: 5 }, () => reportCampaigns(server.services, scope, [id])))
  expect(done.flat()).toEqual([id])
  expect(await noticesOf('Corta')).toEqual(['ninguna venta con ella.'])
})
