import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testLimit, testRuns, testStride } from '#domain/testing/testRuns'
import { monthOf } from '#domain/money/invoice'
import { localDate } from '#domain/platform/dates'
import { percentOf, basisPoints, cents } from '#domain/platform/money'
import { killedAt } from '../../testing/settlements/settlementFixture.ts'
import { issue } from './issue.ts'
import { giveData, startInvoicingFixture, type InvoicingFixture, type TestCharge } from '../../testing/invoices/invoicingFixture.ts'

let fixture: InvoicingFixture
beforeEach(async () => {
  fixture = await startInvoicingFixture()
})
afterEach(() => fixture.close())

const sale = (at: string, more: Partial<TestCharge> = {}): TestCharge => ({ at, feeCents: 1_530, vatCents: 321, ...more })

type Row = {
  merchant_id: string
  series: string
  year: number
  number: number
  kind: string
  issued_on: string
  period_from: string
  base: number
  vat: number
  exempt: number
  total: number
}
const invoices = () =>
  fixture.rows<Row>(
    `select merchant_id, series, year, number, kind, issued_on::text, period_from::text, base_cents::int as base, vat_cents::int as vat, exempt_cents::int as exempt,
       total_cents::int as total from invoices order by series, year, number`,
  )
/** Series and years whose numbers have gaps, or whose dates go back. */
const gaps = () =>
  fixture.rows(`select series, year, number, issued_on::text from (select *, row_number() over (partition by series, year order by number) as nth,
      lag(issued_on) over (partition by series, year order by number) as before from invoices) i
    where number <> nth or issued_on < before
    union all select n.series, n.year, n.last_number, 'the counter' from invoice_numbers n where n.last_number <> (select count(*) from invoices i where i.series = n.series and i.year = n.year)
    union all select series, year, number, 'the assigned number' from invoices i full join assigned_invoice_numbers a using (series, year, number)
      where (i.merchant_id, i.id) is distinct from (a.merchant_id, a.invoice_id)`)
/** Differences between the charges of every month's settlements and its invoice. */
const differences = () =>
  fixture.rows(`select * from (select s.merchant_id, date_trunc('month', s.value_on)::date as month, sum(l.fee_cents) as base, sum(l.vat_cents) as vat, sum(l.subsidy_cents) as exempt
      from settlements s join settlement_lines l on (l.merchant_id, l.mode, l.settlement_id) = (s.merchant_id, s.mode, s.id)
      where s.mode = 'live' and s.value_on <= (select max(period_to) from invoices) group by 1, 2
      having sum(l.fee_cents) <> 0 or sum(l.vat_cents) <> 0 or sum(l.subsidy_cents) <> 0) s
    full join (select merchant_id, period_from as month, base_cents, vat_cents, exempt_cents from invoices) i using (merchant_id, month)
    where (s.base, s.vat, s.exempt) is distinct from (i.base_cents, i.vat_cents, i.exempt_cents)`)
const lonely = () =>
  fixture.rows(`select i.id from invoices i where not exists (select from (select (payload ->> 'invoiceId')::uuid as invoice_id from outbox where kind = 'invoice_email') l where l.invoice_id = i.id)
      or (select count(*) from audit_entries a where a.entity_id = i.id and a.call = 'worker.invoice') <> 1
      or (select count(*) from notifications n where n.type = 'invoice_available' and n.action_url like '%' || replace(i.id::text, '-', '')) <> 1
      or not exists (select from settlements s where s.invoice_id = i.id) or not exists (select from invoice_lines l where l.invoice_id = i.id)
    union all select l.invoice_id from (select (payload ->> 'invoiceId')::uuid as invoice_id from outbox where kind = 'invoice_email') l where not exists (select from invoices i where i.id = l.invoice_id)
    union all select n.id from notifications n where n.type = 'invoice_available'
      and not exists (select from invoices i where n.action_url like '%' || replace(i.id::text, '-', ''))`)

describe('a month’s invoice', () => {
  it('has the date, the number, the parties and the sums of the settlements’ charges', async () => {
    const id = await fixture.shop()
    await fixture.charge(id, [
      sale('2026-10-05T10:00:00Z', { subsidyCents: 3_546 }),
      sale('2026-10-31T21:59:00Z', { feeCents: 537, vatCents: 113 }),
      sale('2026-10-08T10:00:00Z', { kind: 'refund', feeCents: -500, vatCents: -105, subsidyCents: -1_182 }),
      // Value dates in other months: the last days of October are paid in November.
      sale('2026-10-30T10:00:00Z', { feeCents: 9_999 }),
      sale('2026-09-30T21:59:00Z', { feeCents: 77, vatCents: 16 }),
      sale('2026-08-31T10:00:00Z', { feeCents: 88, vatCents: 18 }),
    ])
    fixture.setNow('2026-11-05T09:00:00Z')
    await fixture.settle()
    expect(await issue(fixture.services)).toEqual({ issued: 2, waiting: [], failed: 0 })
    // 30 September and 31 August are paid on the first of the following month.
    expect((await invoices()).map((row) => [row.number, row.period_from, row.base, row.vat, row.exempt, row.total, row.issued_on])).toEqual(
      [
        [1, '2026-09-01', 88, 18, 0, 106, '2026-11-05'],
        [2, '2026-10-01', 1_530 - 500 + 77, 321 - 105 + 16, 3_546 - 1_182, 3_703, '2026-11-05'],
      ],
    )
    expect(
      await fixture.rows(
        'select position, concept, vat_bps, line_count, l.base_cents::int, l.vat_cents::int from invoice_lines l join invoices i on i.id = l.invoice_id order by i.period_from, position',
      ),
    ).toEqual([
      { position: 1, concept: 'fee', vat_bps: 2100, line_count: 1, base_cents: 88, vat_cents: 18 },
      { position: 1, concept: 'fee', vat_bps: 2100, line_count: 3, base_cents: 1_107, vat_cents: 232 },
      { position: 2, concept: 'subsidy', vat_bps: null, line_count: 2, base_cents: 2_364, vat_cents: 0 },
    ])
    const [october] = await fixture.rows<Record<string, unknown>>(`select * from invoices where period_from = '2026-10-01'`)
    expect(october).toMatchObject({
      issuer_name: 'Crédito Ñandú, E.F.C., S.A.',
      issuer_tax_id: 'A00000000',
      recipient_name: 'Peña & Hijos, S.L.',
      recipient_first_name: null,
      recipient_tax_id: 'B00000000',
      recipient_address: 'Calle Mayor, 3, 2.º B',
      recipient_city: 'Murcia',
      exemption: 'art. 20.Uno.18.º LIVA',
    })
    expect(await lonely()).toEqual([])
    expect(await differences()).toEqual([])
    expect(await issue(fixture.services)).toEqual({ issued: 0, waiting: [], failed: 0 })
  })

  it('is issued after midnight in Madrid and after the month’s last settlement', async () => {
    const id = await fixture.shop()
    await fixture.charge(id, [sale('2026-10-05T10:00:00Z'), sale('2026-10-29T10:00:00Z')])
    fixture.setNow('2026-10-30T09:00:00Z')
    await fixture.settle()
    fixture.setNow('2026-10-31T22:58:00Z')
    expect((await issue(fixture.services)).issued).toBe(0)
    fixture.setNow('2026-10-31T23:05:00Z')
    expect((await issue(fixture.services)).issued).toBe(0)
    await fixture.settle()
    expect((await issue(fixture.services)).issued).toBe(1)
    expect(await invoices()).toMatchObject([{ issued_on: '2026-11-01', base: 3_060 }])
  })

  it('is issued to a person if the account is self-employed, and never changes', async () => {
    const id = await fixture.shop({ type: 'self_employed' })
    await fixture.charge(id, [sale('2026-10-05T10:00:00Z')])
    await fixture.settle()
    await issue(fixture.services)
    await fixture.rows(`update profiles set last_name = 'Otra', street = 'Otra' where true`)
    const party = `select recipient_name, recipient_first_name, recipient_last_name, recipient_tax_id from invoices`
    expect(await fixture.rows(party)).toEqual([
      { recipient_name: 'Berta Vidal Ñu', recipient_first_name: 'Berta', recipient_last_name: 'Vidal Ñu', recipient_tax_id: '12345678Z' },
    ])
    for (const change of [`update invoices set number = 9`, 'delete from invoice_lines', 'truncate invoice_rectifications'])
      await expect(fixture.rows(change)).rejects.toThrow('append-only')
  })

  it('is not issued in test mode, or when everything was refunded', async () => {
    const id = await fixture.shop()
    await fixture.charge(id, [sale('2026-10-05T10:00:00Z')], 'sandbox')
    await fixture.charge(id, [
      sale('2026-10-05T10:00:00Z'),
      sale('2026-10-06T10:00:00Z', { kind: 'cancel', feeCents: -1_530, vatCents: -321 }),
    ])
    await fixture.settle()
    expect(await issue(fixture.services)).toEqual({ issued: 0, waiting: [], failed: 0 })
    expect(await fixture.rows('select from settlements where invoice_id is not null')).toEqual([])
    const insert = `insert into invoices select merchant_id, 'sandbox', id from invoices`
    await expect(fixture.rows(insert)).resolves.toEqual([])
  })

  it('that refunds more than it charges is a rectifying one, with its own series, and names the rectified invoices', async () => {
    const [id, other] = [await fixture.shop(), await fixture.shop()]
    const [first, second] = [randomUUID(), randomUUID()]
    await fixture.charge(id, [
      sale('2026-07-05T10:00:00Z', { of: first }),
      sale('2026-08-05T10:00:00Z', { of: second }),
      sale('2026-09-05T10:00:00Z'),
    ])
    await fixture.charge(other, [sale('2026-10-05T10:00:00Z')])
    await fixture.charge(id, [
      sale('2026-10-05T10:00:00Z', { feeCents: 10, vatCents: 2 }),
      sale('2026-10-06T10:00:00Z', { kind: 'refund', of: first, feeCents: -1_500, vatCents: -315 }),
      sale('2026-10-07T10:00:00Z', { kind: 'refund', of: second, feeCents: -700, vatCents: -147 }),
    ])
    await fixture.settle()
    expect((await issue(fixture.services)).issued).toBe(5)
    expect((await invoices()).map(({ series, number, kind, base, vat, total }) => [series, number, kind, base, vat, total]).at(-1)).toEqual(
      ['R', 1, 'rectifying', -2_190, -460, -2_650],
    )
    const links = await fixture.rows<{ month: string }>(
      `select o.period_from::text as month from invoice_rectifications r join invoices o on o.id = r.rectified_id order by 1`,
    )
    expect(links.map(({ month }) => month)).toEqual(['2026-07-01', '2026-08-01'])
    expect([await gaps(), await differences(), await lonely()]).toEqual([[], [], []])
  })

  it('waits for company data, notifies once, and is issued when they are complete, with the current date and number', async () => {
    const [poor, rich] = [await fixture.shop({ data: false }), await fixture.shop()]
    for (const id of [poor, rich]) await fixture.charge(id, [sale('2026-09-15T10:00:00Z'), sale('2026-10-05T10:00:00Z')])
    await fixture.settle()
    for (let run = 0; run < 3; run += 1) expect((await issue(fixture.services)).waiting).toEqual([{ merchantId: poor, lacks: 'recipient' }])
    expect(fixture.logged).toEqual(['invoice_waits'])
    fixture.setNow('2026-11-20T09:00:00Z')
    const [account] = await fixture.rows<{ account_id: string }>('select account_id from merchants where id = $1', [poor])
    await giveData(fixture.rows, account?.account_id ?? '')
    expect(await issue(fixture.services)).toEqual({ issued: 2, waiting: [], failed: 0 })
    expect((await invoices()).map(({ number, issued_on, period_from }) => [number, issued_on, period_from])).toEqual([
      [1, '2026-11-01', '2026-09-01'],
      [2, '2026-11-01', '2026-10-01'],
      [3, '2026-11-20', '2026-09-01'],
      [4, '2026-11-20', '2026-10-01'],
    ])
    expect(await gaps()).toEqual([])
  })

  it('is never issued for real shops without an issuer', async () => {
    const id = await fixture.shop()
    await fixture.charge(id, [sale('2026-10-05T10:00:00Z')])
    await fixture.settle()
    const services = {
      ...fixture.services,
      config: { ...fixture.services.config, invoicing: { ...fixture.services.config.invoicing, issuer: null } },
    }
    expect(await issue(services)).toMatchObject({ issued: 0, waiting: [{ lacks: 'issuer' }] })
    await fixture.rows('update accounts set demo = true')
    expect(await issue(services)).toMatchObject({ issued: 1, waiting: [] })
    expect(await fixture.rows('select issuer_name from invoices')).toEqual([{ issuer_name: 'Crédito de Demostración, E.F.C., S.A.' }])
  })

  it('has the month’s minimum fee on a separate line', async () => {
    const id = await fixture.shop()
    await fixture.rows(`update merchants set minimum_fee_cents = 3000, minimum_fee_from = '2026-09-01' where id = $1`, [id])
    await fixture.charge(id, [sale('2026-09-10T10:00:00Z'), sale('2026-10-08T10:00:00Z')])
    await fixture.settle()
    await issue(fixture.services)
    const lines = `select i.period_from::text as month, concept, vat_bps, line_count, l.base_cents::int as base, l.vat_cents::int as vat
      from invoice_lines l join invoices i on i.id = l.invoice_id where i.period_from = '2026-10-01' order by position`
    expect(await fixture.rows(lines)).toEqual([
      { month: '2026-10-01', concept: 'fee', vat_bps: 2100, line_count: 1, base: 1_530, vat: 321 },
      { month: '2026-10-01', concept: 'fee_minimum', vat_bps: 2100, line_count: 1, base: 1_470, vat: 309 },
    ])
    expect(await differences()).toEqual([])
  })

  it('includes a settlement that was too late for its own month', async () => {
    const id = await fixture.shop()
    await fixture.charge(id, [sale('2026-09-15T10:00:00Z')])
    await fixture.settle()
    await issue(fixture.services)
    await fixture.charge(id, [sale('2026-09-22T10:00:00Z', { feeCents: 200, vatCents: 42 }), sale('2026-11-03T10:00:00Z')])
    fixture.setNow('2026-12-01T09:00:00Z')
    await fixture.settle()
    await issue(fixture.services)
    expect((await invoices()).map(({ period_from, base }) => [period_from, base])).toEqual([
      ['2026-09-01', 1_530],
      ['2026-11-01', 1_730],
    ])
    expect(await fixture.rows('select from settlements where invoice_id is null')).toEqual([])
  })

  it('restarts its series every year, by the date of issue', async () => {
    const id = await fixture.shop()
    await fixture.charge(id, [sale('2026-11-03T10:00:00Z'), sale('2026-12-03T10:00:00Z')])
    fixture.setNow('2026-12-01T09:00:00Z')
    await fixture.settle()
    await issue(fixture.services)
    fixture.setNow('2027-01-01T09:00:00Z')
    await fixture.settle()
    await issue(fixture.services)
    expect((await invoices()).map(({ year, number, period_from }) => [year, number, period_from])).toEqual([
      [2026, 1, '2026-11-01'],
      [2027, 1, '2026-12-01'],
    ])
  })
})

describe('exactly one invoice per shop and month', () => {
  it('is issued with crashes at any step: no number missing, no notice or audit entry twice', async () => {
    const id = await fixture.shop()
    const operation = randomUUID()
    await fixture.charge(id, [sale('2026-09-15T10:00:00Z', { of: operation })])
    fixture.setNow('2026-10-01T09:00:00Z')
    await fixture.settle()
    const probe = killedAt(fixture.services.database, Number.POSITIVE_INFINITY)
    await issue({ ...fixture.services, database: probe })
    const steps = probe.steps()
    expect(steps).toBeGreaterThan(15)
    const stride = testStride()
    let months = 1
    for (let step = 1; step <= steps + 2; step += stride) {
      const month = monthOf(localDate(`${2026 + Math.floor((9 + months) / 12)}-${String(((9 + months) % 12) + 1).padStart(2, '0')}-01`))
      months += 1
      await fixture.charge(id, [
        sale(`${month.from.slice(0, 8)}08T10:00:00Z`, { subsidyCents: 100 }),
        ...(months % 3 === 0
          ? [sale(`${month.from.slice(0, 8)}09T10:00:00Z`, { kind: 'refund', of: operation, feeCents: -2_000, vatCents: -420 })]
          : []),
      ])
      fixture.setNow(new Date(Date.parse(`${month.to}T12:00:00Z`) + 86_400_000))
      await fixture.settle()
      await issue({ ...fixture.services, database: killedAt(fixture.services.database, step) }).catch(() => {})
      await issue(fixture.services)
    }
    expect(await invoices()).toHaveLength(months)
    expect([await gaps(), await differences(), await lonely()]).toEqual([[], [], []])
  })

  it('is issued by many concurrent runs, and none of them fails', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const id = await fixture.shop()
      await fixture.charge(id, [sale('2026-09-15T10:00:00Z'), sale('2026-10-05T10:00:00Z')])
    }
    await fixture.settle()
    const runs = await Promise.all(Array.from({ length: 5 }, () => issue(fixture.services)))
    expect(runs.map(({ failed }) => failed)).toEqual([0, 0, 0, 0, 0])
    expect(runs.reduce((all, { issued }) => all + issued, 0)).toBe(40)
    expect([await gaps(), await differences(), await lonely()]).toEqual([[], [], []])
  })

  it('is issued by concurrent workers with cut connections: many shops, four months', async () => {
    let seed = 23
    const chance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const whole = (low: number, high: number) => low + Math.floor(chance() * (high - low + 1))
    for (let nth = 0; nth < testRuns(60, 6); nth += 1) {
      const id = await fixture.shop({ type: nth % 2 === 0 ? 'enterprise' : 'self_employed' })
      await fixture.charge(
        id,
        Array.from({ length: whole(3, 25) }, () => {
          const at = new Date(Date.UTC(2026, 6, 1) + chance() * 115 * 86_400_000)
          const feeCents = whole(1, 5_000)
          const charged = {
            at,
            feeCents,
            vatCents: percentOf(cents(feeCents), basisPoints(2100)) as number,
            subsidyCents: chance() < 0.3 ? whole(1, 900) : 0,
          }
          if (chance() < 0.7) return charged
          return {
            at,
            kind: 'refund' as const,
            feeCents: -charged.feeCents,
            vatCents: -charged.vatCents,
            subsidyCents: -charged.subsidyCents,
          }
        }),
      )
    }
    await fixture.settle()
    const work = { isDone: false }
    // A connection that was cut is opened anew and reads the whole catalogue, which is most of what this test takes: after so many cuts the rest runs undisturbed.
    const maxCuts = testLimit(30)
    const cutting = (async () => {
      let cuts = 0
      while (!work.isDone && cuts < maxCuts) {
        await sleep(15)
        const cut = await fixture.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename <> current_user and state <> 'idle' limit 1`,
        )
        cuts += cut.length
      }
      return cuts
    })()
    let issued = 0
    for (let round = 0; round < 40; round += 1) {
      const runs = await Promise.allSettled([issue(fixture.services), issue(fixture.services), issue(fixture.services)])
      issued = (await invoices()).length
      const quiet = runs.every((run) => run.status === 'fulfilled' && run.value.issued === 0 && run.value.failed === 0)
      if (quiet && round > 2) break
    }
    work.isDone = true
    expect(await cutting).toBeGreaterThan(0)
    await issue(fixture.services)
    expect((await invoices()).length).toBeGreaterThan(testRuns(200, 6))
    expect((await invoices()).length).toBeGreaterThanOrEqual(issued)
    expect(new Set((await invoices()).map(({ series }) => series))).toEqual(new Set(['F', 'R']))
    expect([await gaps(), await differences(), await lonely()]).toEqual([[], [], []])
    expect(await fixture.rows(`select merchant_id, period_from from invoices group by 1, 2 having count(*) > 1`)).toEqual([])
  })
})
