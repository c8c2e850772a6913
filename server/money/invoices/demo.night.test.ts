import { testExemptions } from '../../testing/invoices/invoicingFixture.ts'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { demoDatabase, seededAt } from '../../testing/demo/testSeed.ts'
import { settle } from '../settlements/settle.ts'
import { issue } from './issue.ts'
import { facturaeProblems } from '../../testing/invoices/testFacturae.ts'
import { facturae } from './facturae.ts'
import { wholeColumns, type WholeInvoice } from './invoiceRow.ts'
import { connectionOptions } from '../../platform/database/productSchema.ts'
import type { IssuingServices } from './issueShop.ts'

it('demo data is invoiced already: nothing is due at its own time, and one invoice for each shop a month later', async () => {
  const place = await demoDatabase()
  const database = openDatabase({ url: place.appUrl, connections: 6 })
  const client = new pg.Client({ connectionString: place.ownerUrl, options: connectionOptions })
  await client.connect()
  let now = seededAt
  const services = {
    database,
    now: () => now,
    log: () => {},
    config: {
      brand: { legalName: 'Otra' },
      invoicing: { issuer: null, series: 'F', rectifyingSeries: 'R', exemptions: testExemptions, verifactu: null },
    },
  } as unknown as IssuingServices // no other part of brand is read
  const many = async () =>
    Object.fromEntries(
      (
        await client.query<{ month: string; many: number }>(
          `select period_from::text as month, count(*)::int as many from invoices group by 1 order by 1 desc limit 2`,
        )
      ).rows.map(({ month, many: count }) => [month, count]),
    )
  try {
    await settle(services)
    expect(await issue(services)).toEqual({ issued: 0, waiting: [], failed: 0 })
    const [{ shops = 0 } = {}] = (
      await client.query<{ shops: number }>(
        `select count(distinct merchant_id)::int as shops from settlements where mode = 'live' and value_on < '2026-03-01'`,
      )
    ).rows
    const [{ invoiced = 0 } = {}] = (
      await client.query<{ invoiced: number }>('select count(distinct merchant_id)::int as invoiced from invoices')
    ).rows
    expect([shops > 12, invoiced]).toEqual([true, shops])
    expect(Object.keys(await many())[0]).toBe('2026-02-01')

    // The numbers continue after the demo's.
    now = new Date('2026-04-01T09:00:00Z')
    await settle(services)
    const run = await issue(services)
    expect([run.issued, run.waiting, run.failed]).toEqual([(await many())['2026-03-01'], [], 0])
    expect(run.issued).toBeGreaterThan(10)
    const gaps = `select from (select *, row_number() over (partition by series, year order by number) as nth, lag(issued_on) over (partition by series, year order by number) as before
      from invoices) i where number <> nth or issued_on < before`
    expect((await client.query(gaps)).rowCount).toBe(0)
    const owners = (await client.query<{ merchant_id: string }>('select distinct merchant_id from invoices')).rows
    const documents: string[] = []
    for (const { merchant_id: merchantId } of owners) {
      const rows = await database.read(mintScope(merchantId, 'live'), (db) =>
        db.rows<WholeInvoice>(sql`select ${wholeColumns(merchantId)} from invoices i where i.merchant_id = ${merchantId}`),
      )
      expect(rows.length).toBeGreaterThan(0)
      documents.push(...rows.map(facturae))
    }
    expect(await facturaeProblems(...documents)).toEqual([])
  } finally {
    await client.end()
    await database.close()
    await place.drop()
  }
})
