import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaignStates } from '#domain/sales/campaigns/campaign'
import { campaignDeadlineStates, campaignWebhook } from '#domain/sales/campaigns/campaignChange'
import { webhookTypes } from '#domain/merchants/webhook'
import { mintScope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { changeCampaigns, deleteCampaigns } from './changeCampaigns.ts'

let server: TestServer
const scope = mintScope(ids.merchantA1, 'live')
beforeAll(async () => {
  server = await startTestServer()
  await server.ownerSql(
    `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at) values ($1, 'live', gen_random_uuid(), 'https://tienda.example/', $2, '', now())`,
    [ids.merchantA1, webhookTypes],
  )
})
afterAll(() => server.close())

const [startsAt, endsAt, now] = ['2026-11-10T00:00:00.000Z', '2026-11-30T23:00:00.000Z', '2026-11-20T12:00:00.000Z']
/** From the 10th to the last minute of the 30th in Madrid. */
const dueAt = {
  campaign_start: startsAt,
  campaign_end: endsAt,
  campaign_ending: '2026-11-27T23:00:00.000Z',
  campaign_report: '2026-12-01T08:00:00.000Z',
}
const deadlinesIn = (status: string) =>
  Object.fromEntries(campaignDeadlineStates.filter((one) => one.status === status).map(({ kind }) => [kind, dueAt[kind]]))

const deadlines = async (id: string) => {
  const rows = await server.ownerSql<{ kind: string; due_at: Date }>('select kind, due_at from deadlines where object_id = $1', [id])
  return Object.fromEntries(rows.map(({ kind, due_at: at }) => [kind, at.toISOString()]))
}

it('a campaign has the deadlines of its state, and its webhook event when it changes', async () => {
  for (const before of campaignStates)
    for (const status of campaignStates) {
      const id = randomUUID()
      const where = sql`${inScope(scope, 'c')} and c.id = ${id}`
      await server.ownerSql(
        `insert into campaigns (merchant_id, mode, id, name, slug, status, starts_at, ends_at, interest_bps, num_instalments, created_at, changed_at)
         values ($1, 'live', $2, 'Otoño', 'otono', $3, $4, $5, 0, '{3}', now(), now())`,
        [ids.merchantA1, id, before, startsAt, endsAt],
      )
      const name = `${before} → ${status}`
      expect(await deadlines(id), name).toEqual(deadlinesIn(before))
      await server.services.database.write(scope, (db) =>
        changeCampaigns(db, scope, { where, becomes: { status, at: sql`${now}::timestamptz` } }),
      )
      expect(await deadlines(id), name).toEqual(deadlinesIn(status))
      const type = before === status ? null : campaignWebhook(status)
      expect(await server.ownerSql('delete from webhook_deliveries returning type, happened_at, data'), name).toEqual(
        type === null
          ? []
          : [{ type, happened_at: new Date(now), data: { campaign_id: id.replaceAll('-', ''), slug: 'otono', from: before, to: status } }],
      )
      await server.services.database.write(scope, (db) => deleteCampaigns(db, scope, where))
      expect(await deadlines(id), `${name} deleted`).toEqual({})
    }
})

it('the notices of the end and of the result are due once', async () => {
  const id = randomUUID()
  const where = sql`${inScope(scope, 'c')} and c.id = ${id}`
  await server.ownerSql(
    `insert into campaigns (merchant_id, mode, id, name, slug, status, starts_at, ends_at, interest_bps, num_instalments, created_at, changed_at)
     values ($1, 'live', $2, 'Otoño', 'otono', 'active', $3, $4, 0, '{3}', now(), now())`,
    [ids.merchantA1, id, startsAt, endsAt],
  )
  const change = (set: ReturnType<typeof sql>) => server.services.database.write(scope, (db) => changeCampaigns(db, scope, { where, set }))
  await change(sql`ending_told_at = now()`)
  expect(await deadlines(id)).toEqual({ campaign_end: endsAt })
  await change(sql`ends_at = c.ends_at + interval '1 day', ending_told_at = null`)
  expect(await deadlines(id)).toEqual({ campaign_end: '2026-12-01T23:00:00.000Z', campaign_ending: '2026-11-28T23:00:00.000Z' })
  await change(sql`status = 'finished', report_told_at = now()`)
  expect(await deadlines(id)).toEqual({})
})
