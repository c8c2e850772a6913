import { afterAll, beforeAll, expect, it } from 'vitest'
import { mintScope } from '../../platform/database/scope.ts'
import { fileBatches, fileColumns } from './fileCells.ts'
import { readLines } from './lines.ts'
import { settle } from './settle.ts'
import type { StoredSettlement } from './settlementRow.ts'
import { startSettlementFixture, type SettlementFixture } from '../../testing/settlements/settlementFixture.ts'

let fixture: SettlementFixture
beforeAll(async () => {
  fixture = await startSettlementFixture()
})
afterAll(() => fixture.close())

it('a line has the campaign of its sale, and other lines have none', async () => {
  fixture.setNow('2026-11-25T08:00:00Z')
  const shop = await fixture.shop()
  await fixture.lines(shop, [
    { at: '2026-11-24T10:00:00Z', grossCents: 60_000, feeCents: 1_800 },
    { at: '2026-11-24T11:00:00Z', grossCents: 40_000, feeCents: 1_200 },
  ])
  await fixture.rows(
    `with c as (insert into campaigns (merchant_id, mode, id, name, slug, created_at, changed_at) values ($1, 'live', gen_random_uuid(), '=Otoño', 'otono', now(), now()) returning id)
     update operations o set campaign_id = c.id from c where o.merchant_id = $1 and o.total_cents = 60001`,
    [shop],
  )
  expect((await settle(fixture.services)).failed).toBe(0)
  const [settlement] = await fixture.rows<StoredSettlement & { id: string }>('select * from settlements where merchant_id = $1', [shop])
  if (!settlement) throw new Error('nothing was settled')
  const at = fileColumns.findIndex(({ name }) => name === 'campaign')
  const cells: (string | undefined)[] = []
  for await (const { rows } of fileBatches(
    settlement,
    'live',
    readLines(fixture.services.database, mintScope(shop, 'live'), settlement.id),
  ))
    cells.push(...[...rows].map((row) => row[at]))
  // The terms of the equation follow the lines.
  expect(cells.slice(0, 2)).toEqual(['=Otoño', ''])
})
