import { addDays, madridDay } from '#domain/platform/dates'
import { withClient } from '../server/platform/database/withClient.ts'
import { closeFigureDays } from '../server/sales/lifecycle/closeFigureDays.ts'
import { callConsole, type TestStaff } from '../server/testing/provider/testStaff.ts'
import type { TestServer } from '../server/testing/testServices.ts'
import { cpuMs } from './bigShop.ts'
import { figure } from './figure.ts'

const rounds = 10

/** The figures by day of that many operations of the last year, evenly over all shops, days, three channels and two products. */
const fill = (server: TestServer, operations: number): Promise<void> =>
  withClient(server.database.ownerUrl, async (client) => {
    await client.query('create temp table sold (merchant_id uuid, day date, channel text, product text, cents bigint, refunded bool)')
    await client.query(
      `insert into sold select shops.id[1 + n % cardinality(shops.id)], current_date - (n / cardinality(shops.id)) % 365, (array['online', 'in_store', 'phone'])[1 + n % 3],
         (array['instalments', 'pay_in_4'])[1 + n % 2], 2000 + n % 90000, n % 20 = 0
       from generate_series(0, $1::integer - 1) n, (select array_agg(id order by id) as id from merchants) shops`,
      [operations],
    )
    await client.query(
      `insert into daily_requests (merchant_id, mode, day, channel, slot, created, created_cents, accepted, accepted_cents)
       select merchant_id, 'live'::mode, day, channel, 1, count(*), sum(cents), count(*), sum(cents) from sold group by 1, 2, 3, 4`,
    )
    await client.query(
      `insert into daily_sales (merchant_id, mode, day, channel, product, campaign_id, slot, sold, sold_cents, captured, captured_cents, refunded, refunded_cents, fee_cents, vat_cents)
       select merchant_id, 'live'::mode, day, channel, product, '00000000-0000-0000-0000-000000000000', 1, count(*), sum(cents), count(*), sum(cents),
         count(*) filter (where refunded), coalesce(sum(cents) filter (where refunded), 0), sum(cents / 40), sum(cents / 190) from sold group by 1, 2, 3, 4, 5`,
    )
    await client.query('vacuum analyze daily_requests, daily_sales')
  })

/** What the pages of a year's figures cost: processor time of the server and of the database for one request, which other work on the machine does not change. */
export async function measureYear(server: TestServer, as: TestStaff, operations: number): Promise<void> {
  await fill(server, operations)
  const began = performance.now()
  await closeFigureDays(server.services)
  figure({ name: 'sums over all shops of a year, made once', value: performance.now() - began, unit: 'ms', facts: { operations } })
  const to = madridDay(new Date())
  const query = { from: addDays(to, -364), to }
  for (const call of ['consoleFigures', 'consoleFigureFunnel', 'consoleFigureMerchants'] as const) {
    await callConsole(server, call, { as, query })
    const before = cpuMs(process)
    for (let round = 0; round < rounds; round += 1) {
      const { status } = await callConsole(server, call, { as, query })
      if (status !== 200) throw new Error(`${call} answered with ${status}`)
    }
    const after = cpuMs(process)
    figure({
      name: `${call} of a year, processor time of a request`,
      value: (after.server - before.server + after.database - before.database) / rounds,
      unit: 'ms',
      facts: { operations, server: (after.server - before.server) / rounds, database: (after.database - before.database) / rounds },
    })
  }
}
