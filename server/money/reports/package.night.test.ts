import { createHash } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { addDays, localDate } from '#domain/platform/dates'
import { spanishChart } from '#domain/money/journal'
import type { Mode } from '../../platform/database/scope.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { issue } from '../invoices/issue.ts'
import { giveData, testExemptions, testIssuer } from '../../testing/invoices/invoicingFixture.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'
import { payOut } from '../payouts/payOut.ts'
import { settle } from '../settlements/settle.ts'
import type { changesSince } from './makePackage.ts'
import { maintainReports } from './maintainReports.ts'

let server: TestServer
const day = 86_400_000
beforeAll(async () => {
  const invoicing = { issuer: testIssuer, series: 'F', rectifyingSeries: 'R', exemptions: testExemptions, verifactu: null, signer: null }
  // 31 October 2026, 20:00 in Madrid.
  server = await startTestServer({
    now: new Date('2026-10-31T19:00:00Z'),
    config: { invoicing, journalAccounts: { ...spanishChart, vat: '4720021' } },
  })
  await giveData((text, values) => server.ownerSql(text, values), ids.accountA)
  await server.ownerSql(
    `with b as (insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $2, 'ES7921000813610123456789', 'Núñez', now()) returning id)
     update merchants set bank_account_id = b.id, minimum_fee_cents = 900000, minimum_fee_from = '2026-09-01', live_on = '2025-01-07' from b where merchants.id = $1`,
    [ids.merchantA1, ids.accountA],
  )
  const sale = (nth: number) => ({
    merchantId: ids.merchantA1,
    totalCents: 40_000 + 771 * nth,
    tinBps: nth % 3 === 0 ? 0 : 1999,
    createdAt: new Date(Date.parse('2026-09-28T09:00:00Z') + nth * 0.7 * day),
  })
  await writeOperations(server.database.ownerUrl, [
    ...Array.from({ length: 50 }, (_, nth) => sale(nth)),
    ...Array.from({ length: 3 }, (_, nth) => ({ ...sale(nth + 6), mode: 'sandbox' as const })),
    ...Array.from({ length: 4 }, (_, nth) => ({ ...sale(nth), merchantId: ids.merchantB1 })),
  ])
  await settle(server.services)
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const october = { type: 'month_package', format: 'zip', from: '2026-10-01', to: '2026-10-31' } as const
async function packageOf(mode: Mode = 'live', body: BodyInput<Api['reportCreate']> = october) {
  const queued = await server.call('reportCreate', { as: 'adminA', mode, params: { merchantId }, body })
  await server.runClock()
  const { body: report } = await server.call('reportDetail', { as: 'adminA', mode, params: { merchantId, reportId: queued.body.id } })
  return report
}
const unpacked = (reportId: string, mode: Mode = 'live') => filesOf(`reports/${reportId}/download`, mode)
async function filesOf(path: string, mode: Mode = 'live') {
  const { accessToken, cookie } = await server.as('adminA')
  const answer = await fetch(`${server.url}/v2/merchants/${merchantId}/${path}`, {
    headers: {
      authorization: `Bearer ${accessToken}`,
      cookie,
      accept: `application/vnd.trastienda${mode === 'sandbox' ? '.sandbox' : ''}.v2+json`,
    },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const files = unzipSync(bytes)
  const names = Object.keys(files)
  return {
    bytes,
    names,
    file: (name: string) => files[name] ?? new Uint8Array(),
    text: (name: string) => strFromU8(files[name] ?? new Uint8Array()),
  }
}
type Manifest = {
  totals: Record<string, number>
  files: { name: string; sha256: string }[]
  changes: ReturnType<typeof changesSince> | null
}
const manifestOf = (text: string) => JSON.parse(text) as Manifest
const centsOf = (cell: string | undefined) => Number((cell ?? '').replace(',', ''))
const linesOf = (csv: string) =>
  csv
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(';'))
const numberOf = async (text: string, values: unknown[] = []) => Number((await server.ownerSql<{ n: string }>(text, values))[0]?.n)

describe('a month’s package', () => {
  it('fails before the month’s end, then without its invoice, with the reason', async () => {
    const early = await packageOf()
    expect([early.status, early.problem, early.missing]).toEqual(['failed', 'missing', ['month_end']])
    server.moveClock(2 * day)
    await settle(server.services)
    const unbilled = await packageOf()
    expect([unbilled.status, unbilled.problem, unbilled.missing]).toEqual(['failed', 'missing', ['invoice']])
    const [notice] = (await server.call('notificationList', { as: 'adminA' })).body.results
    expect([notice?.type, notice?.values.find(({ key }) => key === 'missing')?.value]).toEqual(['report_missing', 'la factura del mes'])
    expect((await server.send('GET', `/v2/merchants/${merchantId}/reports/${unbilled.id}/download`, { as: 'adminA' })).status).toBe(409)
  })

  it('contains invoices, settlements, their lines and entries, which equal the ledger to the cent', async () => {
    for (let tries = 0; tries < 3; tries += 1) {
      await payOut(server.services)
      server.moveClock(day)
    }
    await issue(server.services)
    const report = await packageOf()
    expect([report.status, report.missing]).toEqual(['ready', []])
    const { bytes, names, file, text } = await unpacked(report.id)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(report.checksum)
    expect(names.map((name) => name.replace(/\d{6}/, 'N'))).toEqual([
      'facturas/factura_F-2026-N.pdf',
      'facturas/factura_F-2026-N.xml',
      'liquidaciones.csv',
      'conciliacion.csv',
      'asientos.csv',
      'manifest.json',
    ])
    expect(strFromU8(file(names[0] ?? '').slice(0, 5))).toBe('%PDF-')
    const manifest = manifestOf(text('manifest.json'))
    for (const { name, sha256 } of manifest.files) expect(createHash('sha256').update(file(name)).digest('hex')).toBe(sha256)
    const rows = linesOf(text('asientos.csv')).slice(1, -1)
    const balance = (code: string) => rows.filter((row) => row[2] === code).reduce((sum, row) => sum + centsOf(row[6]) - centsOf(row[7]), 0)
    const settlements = `select id from settlements where merchant_id = $1 and mode = 'live' and value_on between '2026-10-01' and '2026-10-31'`
    const ofLines = (what: string) =>
      numberOf(`select sum(${what}) as n from settlement_lines where settlement_id in (${settlements})`, [ids.merchantA1])
    const ofBooks = (account: string) =>
      numberOf(
        `select -sum(e.amount_cents) as n from ledger_lines e join ledger_journals j on j.id = e.journal_id where e.account = $2 and (
           (j.operation_id, j.at) in (select operation_id, occurred_at from settlement_lines where settlement_id in (${settlements}))
           or j.kind = 'fee_minimum' and j.at in (select created_at from settlements where id in (${settlements})))`,
        [ids.merchantA1, account],
      )
    expect(balance('4720021')).toBe(await ofBooks('vat_payable'))
    expect(balance('626')).toBe((await ofBooks('fee_income')) + (await ofBooks('subsidy_income')))
    expect(balance('626')).toBe(await ofLines('fee_cents + subsidy_cents'))
    expect(-balance('430')).toBe(await ofLines('gross_cents'))
    expect(balance('572')).toBe(
      await numberOf(`select sum(amount_cents) as n from payouts where state = 'confirmed' and settlement_id in (${settlements})`, [
        ids.merchantA1,
      ]),
    )
    expect(balance('572')).toBeGreaterThan(0)
    const invoiced = await numberOf(`select total_cents as n from invoices where merchant_id = $1 and period_from = '2026-10-01'`, [
      ids.merchantA1,
    ])
    expect(balance('626') + balance('4720021')).toBe(invoiced)
    expect(manifest.totals).toMatchObject({ invoiced_amount: invoiced, paid_amount: balance('572'), vat_amount: balance('4720021') })
    for (const entry of new Set(rows.map((row) => row[0])))
      expect(rows.filter((row) => row[0] === entry).reduce((sum, row) => sum + centsOf(row[6]) - centsOf(row[7]), 0)).toBe(0)
    const closing = linesOf(text('conciliacion.csv')).at(-1) ?? []
    expect(centsOf(closing.at(-2))).toBe(balance('572'))
    // The minimum fee of September is charged in October, and is in the ledger without an operation.
    expect(text('conciliacion.csv')).toContain('Mínimo mensual')
  })

  it('never changes; a later one is a new version with the changes', async () => {
    const [first] = (await server.call('reportList', { as: 'adminA', params: { merchantId } })).body.results.filter(
      ({ status }) => status === 'ready',
    )
    const second = await packageOf()
    expect(second.name).toContain('_v2_')
    expect(second.checksum === first?.checksum).toBe(false)
    expect(manifestOf((await unpacked(second.id)).text('manifest.json')).changes).toEqual({ added: [], changed: [], removed: [] })
    await server.ownerSql(
      `update operations set mid = 'CORREGIDO' where id = (select operation_id from settlement_lines where merchant_id = $1 and mode = 'live'
      and value_on = '2026-10-15' order by id limit 1)`,
      [ids.merchantA1],
    )
    const third = await packageOf()
    expect(third.name).toContain('_v3_')
    expect(manifestOf((await unpacked(third.id)).text('manifest.json')).changes).toEqual({
      added: [],
      changed: ['conciliacion.csv'],
      removed: [],
    })
    expect(
      createHash('sha256')
        .update((await unpacked(first?.id ?? '')).bytes)
        .digest('hex'),
    ).toBe(first?.checksum)
  })

  it('is not generated when it differs from the ledger', async () => {
    // A cent more for the shop and a cent less of fee: each journal still balances, but differs from the lines.
    const shift = (by: number) =>
      server.ownerSql(
        `begin; set local session_replication_role = replica;
         update ledger_lines set amount_cents = amount_cents + ${by} where account = 'vat_payable' and journal_id = (select j.id from ledger_journals j join settlement_lines l
           on l.operation_id = j.operation_id and l.occurred_at = j.at where j.merchant_id = '${ids.merchantA1}' and j.mode = 'live' and l.value_on = '2026-10-15' order by j.id limit 1); commit`,
      )
    await shift(1)
    const queued = await server.call('reportCreate', { as: 'adminA', params: { merchantId }, body: october })
    await expect(server.runClock()).rejects.toThrow('ledger')
    await shift(-1)
    await server.runClock()
    expect((await server.call('reportDetail', { as: 'adminA', params: { merchantId, reportId: queued.body.id } })).body.status).toBe(
      'ready',
    )
  })

  it('of test mode has no invoice and is marked as not real', async () => {
    const report = await packageOf('sandbox')
    expect([report.status, report.name.startsWith('PRUEBAS-SIN-VALOR_')]).toEqual(['ready', true])
    const { names, text } = await unpacked(report.id, 'sandbox')
    expect(names).toEqual([
      'PRUEBAS-SIN-VALOR_liquidaciones.csv',
      'PRUEBAS-SIN-VALOR_conciliacion.csv',
      'PRUEBAS-SIN-VALOR_asientos.csv',
      'manifest.json',
    ])
    // Test mode is never paid: the amount stays with the provider.
    expect(manifestOf(text('manifest.json')).totals).toMatchObject({ invoiced_amount: 0, paid_amount: 0 })
    expect(text('PRUEBAS-SIN-VALOR_asientos.csv')).toContain(';440;')
  })

  it('is generated by its schedule early on the first of the month, and sent to its recipients', async () => {
    const plan = await server.call('reportScheduleCreate', {
      as: 'adminA',
      params: { merchantId },
      body: { type: 'month_package', format: 'zip', frequency: 'monthly', recipients: [personas.ownerA.email] },
    })
    expect(plan.body.nextRunOn).toBe('2026-12-01')
    server.moveClock(Date.parse('2026-12-01T02:01:00Z') - server.services.now().getTime())
    await settle(server.services)
    await issue(server.services)
    expect(await maintainReports(server.services)).toBe(1)
    await server.runClock()
    const [report] = (await server.call('reportList', { as: 'adminA', params: { merchantId } })).body.results
    expect(report).toMatchObject({ type: 'month_package', from: '2026-11-01', to: '2026-11-30', status: 'ready', scheduleId: plan.body.id })
  })
})

describe('a set of document files as one zip', () => {
  beforeAll(async () => {
    server.moveClock(2 * day)
    await settle(server.services)
    await issue(server.services)
  })
  const days = { from: '2026-10-05', to: '2026-10-20' }
  const wish = (type: 'settlement_files' | 'invoice_files', choice: Record<string, string>) =>
    ({ type, format: 'zip', ...days, filters: Object.entries(choice).map(([key, value]) => ({ key, value })) }) as const

  it.each([
    ['settlement_files', 'settlements', 'csv'],
    ['settlement_files', 'settlements', 'pdf'],
    ['invoice_files', 'invoices', 'facturae'],
  ] as const)('%s have the same files as the download of their list, as %s in %s', async (type, list, format) => {
    const [atOnce, report] = [
      await filesOf(`${list}/download?format=${format}&from=${days.from}&to=${days.to}`),
      await packageOf('live', wish(type, { format })),
    ]
    const unpackedFile = await unpacked(report.id)
    expect([report.status, report.checksum]).toEqual(['ready', createHash('sha256').update(unpackedFile.bytes).digest('hex')])
    expect(unpackedFile.names).toEqual(atOnce.names)
    for (const name of unpackedFile.names) expect(Buffer.from(unpackedFile.file(name)).equals(Buffer.from(atOnce.file(name)))).toBe(true)
    const papers = unpackedFile.names.filter((name) => name !== 'contenido.csv').length
    expect([report.rows, papers > 0, report.name.endsWith(papers === 1 ? '_1-archivo' : `_${papers}-archivos`)]).toEqual([
      papers,
      true,
      true,
    ])
  })

  it('omits collected settlements when the list does', async () => {
    const path = `settlements/download?format=csv&from=${days.from}&to=${days.to}`
    const all = await filesOf(path)
    await server.ownerSql(
      `update settlements set collected_on = '2026-10-25', collected_by = $2 where merchant_id = $1 and mode = 'live' and status = 'paid'
        and value_on between $3 and $4`,
      [ids.merchantA1, personas.adminA.id, days.from, addDays(localDate(days.from), 7)],
    )
    const report = await packageOf('live', wish('settlement_files', { format: 'csv', collected: 'no' }))
    const [open, atOnce] = [await unpacked(report.id), await filesOf(`${path}&collected=no`)]
    expect([open.names, open.names.length < all.names.length, open.names.length > 1]).toEqual([atOnce.names, true, true])
  })

  it.each([
    ['no format', wish('settlement_files', {})],
    ['the other’s format', wish('settlement_files', { format: 'facturae' })],
    ['the other’s filter', wish('invoice_files', { format: 'pdf', collected: 'no' })],
    ['as a table', { ...wish('invoice_files', { format: 'pdf' }), format: 'csv' as const }],
  ])('is refused with %s', async (_, body) => {
    expect((await server.call('reportCreate', { as: 'adminA', params: { merchantId }, body })).error.type).toBe('ApiValidationException')
  })

  it('cannot be scheduled', async () => {
    const body = { type: 'settlement_files', format: 'zip', frequency: 'monthly' } as const
    const refused = await server.call('reportScheduleCreate', { as: 'adminA', params: { merchantId }, body: { ...body, recipients: [] } })
    expect(refused.error.fields?.map(({ name }) => name)).toEqual(['type'])
  })
})
