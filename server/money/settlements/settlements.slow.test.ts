import { spawnSync } from 'node:child_process'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSameRows } from '../../testing/readBook.ts'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { payOut } from '../payouts/payOut.ts'
import { settle } from './settle.ts'
import { writeSales } from '../../testing/settlements/testSales.ts'

let server: TestServer
const merchantId = hexOf(ids.merchantA1)
const now = new Date('2026-11-18T08:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ now, proved: false })
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $1, 'ES7921000813610123456789', 'Comercial Núñez', now())`,
    [ids.accountA],
  )
  await server.ownerSql(
    `update merchants set bank_account_id = (select id from bank_accounts), reserve_bps = 1000, minimum_fee_cents = 20000, minimum_fee_from = '2026-10-01' where id = $1`,
    [ids.merchantA1],
  )
  await writeSales(server.database.ownerUrl, [
    // Two days with sales, one on which everything was refunded, a month of small ones, and unsettled lines.
    { at: '2026-10-05T10:00:00Z', totalCents: 60_000 },
    { at: '2026-10-05T12:00:00Z', totalCents: 12_990, mid: '=1+1', lastName: 'Łukasiewicz Ñ; "X"' },
    { at: '2026-10-06T09:00:00Z', totalCents: 40_000, refundCents: 40_000, refundAt: '2026-10-07T09:00:00Z' },
    { at: '2026-10-08T09:00:00Z', totalCents: 90_000, refundCents: 90_000, refundAt: '2026-10-14T09:00:00Z' },
    ...Array.from({ length: 33 }, (_, nth) => ({ at: new Date(Date.UTC(2026, 9, 15 + nth, 9)).toISOString(), totalCents: 10_000 + nth })),
    { at: '2026-11-17T23:30:00Z', totalCents: 7_777 },
    { at: '2026-10-05T10:00:00Z', totalCents: 33_300, mode: 'sandbox' },
    { at: '2026-10-05T10:00:00Z', totalCents: 22_200, merchantId: ids.merchantB1 },
  ])
  await settle(server.services)
  await payOut(server.services)
})
afterAll(() => server.close())

const list = (query = {}, as: Persona = 'ownerA', mode: 'live' | 'sandbox' = 'live') =>
  server.call('settlementList', { params: { merchantId }, query, as, mode })
const file = (path: string, as: Persona = 'ownerA') =>
  server.as(as).then(({ accessToken, cookie }) =>
    fetch(`${server.url}/v2/merchants/${merchantId}/settlements/${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, cookie },
    }),
  )
const bytes = async (path: string) => new Uint8Array(await (await file(path)).arrayBuffer())
const everyOne = async () => {
  const pages = [await list(), await list({ page: 2 })]
  return pages.flatMap(({ body }) => body.results)
}

it('its reference finds the operations of its lines, only in their own shop and mode', async () => {
  for (const { id, reference } of (await everyOne()).slice(-4)) {
    const lines = await server.call('settlementLines', { params: { merchantId, settlementId: id }, query: {}, as: 'ownerA' })
    const operationIds = new Set(lines.body.results.flatMap(({ operationId }) => (operationId === null ? [] : [operationId])))
    const search = (more: object) =>
      server
        .call('operationList', { params: { merchantId }, query: { q: reference }, as: 'ownerA', ...more })
        .then(({ body }) => body.results)
    expect(new Set((await search({})).map((one) => one.id))).toEqual(operationIds)
    expect(operationIds.size).toBeGreaterThan(0)
    expect(await search({ mode: 'sandbox' })).toEqual([])
    expect(await search({ params: { merchantId: hexOf(ids.merchantB1) }, as: 'ownerB' })).toEqual([])
  }
})

describe('the list', () => {
  it('is sorted by value date, newest first, twenty-five a page, with the total number and sum', async () => {
    const first = await list()
    const second = await list({ page: 2 })
    expect([first.status, first.body.results.length, first.body.current, first.body.total, first.body.next]).toEqual([200, 25, 1, 2, 2])
    expect([second.body.current, second.body.next]).toEqual([2, null])
    const all = [...first.body.results, ...second.body.results]
    expect(all.map(({ valueOn }) => valueOn)).toEqual(
      all
        .map(({ valueOn }) => valueOn)
        .toSorted()
        .toReversed(),
    )
    expect(first.body.sums).toEqual({ count: all.length, netAmount: all.reduce((sum, { netAmount }) => sum + netAmount, 0) })
    // Its run was late: it is paid on the day on which it is sent to the bank.
    expect(all.at(-1)).toMatchObject({
      valueOn: '2026-10-06',
      periodFrom: '2026-10-05',
      periodTo: '2026-10-05',
      status: 'paid',
      lineCount: 2,
      ibanLast4: '6789',
      paidAt: '2026-11-18T06:00:00.000Z',
    })
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['paid', 'compensated']))
  })

  it('is filtered by value dates, both inclusive, and refuses an invalid date', async () => {
    const narrow = await list({ from: '2026-10-06', to: '2026-10-08' })
    expect(narrow.body.results.map(({ valueOn }) => valueOn)).toEqual(['2026-10-08', '2026-10-07', '2026-10-06'])
    expect(narrow.body.sums.count).toBe(3)
    expect((await list({ from: '2026-02-30' })).error).toMatchObject({ type: 'ApiValidationException' })
    expect((await list({ from: '2030-01-01' })).body).toMatchObject({ results: [], total: 1, next: null, sums: { count: 0, netAmount: 0 } })
  })

  it('is refused to guests, and is separate for each mode and shop', async () => {
    expect((await list({}, 'guestA')).error.type).toBe('PermissionDenied')
    expect((await list({}, 'ownerB')).error.type).toBe('ObjectNotFoundException')
    const sandbox = (await list({}, 'ownerA', 'sandbox')).body
    expect(sandbox.results).toMatchObject([{ valueOn: '2026-10-06', status: 'closed', ibanLast4: null, paidAt: null }])
    const other = (await server.call('settlementList', { params: { merchantId: hexOf(ids.merchantB1) }, as: 'ownerB' })).body.results
    expect(other).toHaveLength(1)
    for (const id of [sandbox.results[0]?.id ?? '', other[0]?.id ?? '', 'f'.repeat(32), 'x'])
      for (const path of [id, `${id}/lines`, `${id}/download?format=csv`, `download?format=csv&ids=${'f'.repeat(32)}`])
        expect((await file(path)).status, path).toBe(404)
  })
})

it('every equation balances, and its lines add up to its terms', async () => {
  for (const { id, reference } of await everyOne()) {
    const params = { merchantId, settlementId: id }
    const { body: detail } = await server.call('settlementDetail', { params, as: 'editorA' })
    const {
      openingBalance,
      sales,
      refunds,
      cancellations,
      fees,
      feeRefunds,
      minimumFees,
      vat,
      vatRefunds,
      subsidies,
      subsidyRefunds,
      reserveHeld,
      reserveReleased,
    } = detail
    expect(
      openingBalance +
        sales +
        refunds +
        cancellations +
        fees +
        feeRefunds +
        minimumFees +
        vat +
        vatRefunds +
        subsidies +
        subsidyRefunds +
        reserveHeld +
        reserveReleased,
      reference,
    ).toBe(detail.netAmount + detail.closingBalance)
    const { body: lines } = await server.call('settlementLines', { params, as: 'ownerA' })
    expect(lines.results.reduce((sum, line) => sum + line.netAmount, 0)).toBe(
      detail.netAmount + detail.closingBalance - openingBalance - reserveHeld - reserveReleased,
    )
    expect(lines.results).toHaveLength(detail.lineCount)
    const only = await server.call('settlementLines', { params, query: { kind: 'cancel' }, as: 'ownerA' })
    expect(only.body.results).toHaveLength(detail.counts.cancel)
  }
})

it('the balance shows unsettled lines, the reserve and the next settlement’s payment', async () => {
  const { body } = await server.call('settlementBalance', { params: { merchantId }, as: 'ownerA' })
  const [stored] = await server.ownerSql<{ held: number; net: number; waiting: number; closing: number }>(
    `select (select -sum(reserve_held_cents)::int from settlements where merchant_id = $1 and mode = 'live' and reserve_released_in is null) as held,
       (select sum(net_cents)::int from settlement_lines where merchant_id = $1 and mode = 'live' and settlement_id is null) as waiting,
       (select closing_cents::int from settlements where merchant_id = $1 and mode = 'live' order by value_on desc limit 1) as closing`,
    [ids.merchantA1],
  )
  const waiting = stored?.waiting ?? 0
  expect(waiting).toBeGreaterThan(7_000)
  expect(body).toEqual({
    available: 0,
    pending: waiting,
    reserve: stored?.held,
    debt: 0,
    debtSince: null,
    debtClaimedOn: null,
    next: {
      valueOn: '2026-11-19',
      netAmount: waiting - Math.round(waiting / 10) + (stored?.closing ?? 0),
      closingBalance: 0,
      lineCount: 1,
    },
    ibanLast4: '6789',
    frequency: 'daily',
  })
  const empty = await server.call('settlementBalance', { params: { merchantId: hexOf(ids.merchantA2) }, as: 'ownerA' })
  expect(empty.body).toEqual({
    available: 0,
    pending: 0,
    reserve: 0,
    debt: 0,
    debtSince: null,
    debtClaimedOn: null,
    next: null,
    ibanLast4: null,
    frequency: 'daily',
  })
  expect((await server.call('settlementBalance', { params: { merchantId }, as: 'guestA' })).error.type).toBe('PermissionDenied')
})

/** Rows of our CSV: semicolons, CRLF, quotes. */
const rowsOf = (csv: string) =>
  csv
    .split('\r\n')
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
    )
const centsOf = (cell: string) => Math.round(Number(cell.replace(',', '.')) * 100)

describe('files', () => {
  const columns =
    'referencia_liquidacion;fecha_valor;tipo;id_operacion;referencia_tienda;id_captura;id_devolucion;fecha_operacion;producto;num_cuotas;importe_bruto;comision_porcentaje;comision_fija;comision;iva_porcentaje;iva;subvencion_campana;importe_neto;moneda;campana;descripcion'

  it('CSV has the documented columns, Spanish numbers, no formula, and adds up to the payment', async () => {
    for (const { id, reference, netAmount, lineCount } of await everyOne()) {
      const answer = await file(`${id}/download?format=csv`)
      expect(answer.headers.get('content-disposition')).toContain(`liquidacion_${reference}.csv`)
      const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
      expect(csv.startsWith(`\ufeff${columns}\r\n`)).toBe(true)
      const [, ...rows] = rowsOf(csv)
      expect(rows.filter(([, , kind = '', operation]) => operation !== '' || /^(Mínimo|Redondeo)/.test(kind))).toHaveLength(lineCount)
      expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([21]))
      expect(rows.reduce((sum, cells) => sum + centsOf(cells[17] ?? ''), 0)).toBe(netAmount)
    }
    const first = (await everyOne()).at(-1)
    const rows = rowsOf(await (await file(`${first?.id}/download?format=csv`)).text())
    expect(rows[1]).toEqual([
      first?.reference,
      '06.10.2026',
      'Venta',
      expect.stringMatching(/^[0-9a-f]{32}$/),
      'PED-0',
      expect.stringMatching(/^[0-9a-f]{32}$/),
      '',
      '05.10.2026',
      'Cuotas',
      '6',
      '600,00',
      '2,50',
      '0,30',
      '15,30',
      '21,00',
      '3,21',
      '',
      '581,49',
      'EUR',
      '',
      'Ana García López',
    ])
    expect(rows[2]?.[4]).toBe("'=1+1")
    expect(rows[2]?.[20]).toBe('Ana Łukasiewicz Ñ; "X"')
    expect(rows[3]?.slice(2, 5)).toEqual(['Retención de reserva', '', ''])
  })

  it('a month’s minimum fee is a line without an operation, in the list, in CSV and in PDF', async ({ skip }) => {
    const november = (await everyOne()).find(({ valueOn }) => valueOn === '2026-11-02')
    const params = { merchantId, settlementId: november?.id ?? '' }
    const { body } = await server.call('settlementDetail', { params, as: 'ownerA' })
    expect([body.counts.feeMinimum, body.minimumFees]).toEqual([1, expect.any(Number)])
    expect(body.minimumFees).toBeLessThan(0)
    const { body: lines } = await server.call('settlementLines', { params, query: { kind: 'fee_minimum' }, as: 'ownerA' })
    expect(lines.results).toMatchObject([
      {
        kind: 'fee_minimum',
        operationId: null,
        customerName: null,
        product: null,
        feeRate: null,
        monthFrom: '2026-10-01',
        occurredAt: '2026-10-31T22:59:59.999Z',
        grossAmount: 0,
        feeAmount: -body.minimumFees,
      },
    ])
    const [line] = lines.results
    const comma = (amount = 0) => (amount / 100).toFixed(2).replace('.', ',')
    const rows = rowsOf(await (await file(`${november?.id}/download?format=csv`)).text())
    expect(rows.find(([, , kind]) => kind === 'Mínimo mensual')).toEqual([
      november?.reference,
      '02.11.2026',
      'Mínimo mensual',
      '',
      '',
      '',
      '',
      '31.10.2026',
      '',
      '',
      '',
      '',
      '',
      comma(line?.feeAmount),
      '21,00',
      comma(line?.vatAmount),
      '',
      comma(line?.netAmount),
      'EUR',
      '',
      'Comisión mínima de octubre de 2026',
    ])
    const pdf = await bytes(`${november?.id}/download?format=pdf`)
    const { stdout, error } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    if (error) skip('pdftotext is not installed here: the PDF is not read back')
    expect(stdout).toContain('Comisión mínima mensual')
    expect(stdout).toMatch(/31\.10\.2026 +Mínimo +octubre de 2026/)
    expect(stdout).toContain(comma(line?.feeAmount))
  })

  it('machine-readable CSV and JSON have the same rows, add up to the payment and contain no formula', async () => {
    for (const { id, reference, netAmount, lineCount } of await everyOne()) {
      const answer = await file(`${id}/download?format=raw`)
      expect(answer.headers.get('content-disposition')).toContain(`liquidacion_${reference}_datos.csv`)
      const [head, ...lines] = (await answer.text()).split('\r\n').filter(Boolean)
      expect(head).toBe(
        'reference,value_on,kind,operation,mid,capture,refund,day,product,instalments,gross_amount,fee_rate,fee_fixed_amount,fee_amount,vat_rate,vat_amount,subsidy_amount,net_amount,currency,campaign,description',
      )
      const nets = lines.map((line) => Math.round(Number(/(-?[\d.]+),EUR,/.exec(line)?.[1]) * 100))
      expect(nets.reduce((all, net) => all + net, 0)).toBe(netAmount)
      const json = JSON.parse(await (await file(`${id}/download?format=json`)).text()) as {
        report: { reference: string }
        rows: { net_amount: number; day: string | null }[]
        manifest: object
      }
      expect(json.report.reference).toBe(reference)
      expect(json.rows.map((row) => row.net_amount)).toEqual(nets)
      expect(json.manifest).toEqual({ lines: lineCount, net_amount: netAmount })
    }
    const first = (await everyOne()).at(-1)
    const [, sale, strange] = (await (await file(`${first?.id}/download?format=raw`)).text()).split('\r\n')
    expect(sale).toContain(',2026-10-05,Cuotas,6,600.00,2.50,0.30,15.30,21.00,3.21,,581.49,EUR,,Ana García López')
    expect(strange).toContain(",'=1+1,")
    expect(strange).toContain(',"Ana Łukasiewicz Ñ; ""X"""')
  })

  it('XLSX has the rows of the JSON file in exceljs and in SheetJS, as numbers and dates, and adds up to the payment', async () => {
    for (const { id, netAmount } of await everyOne()) {
      const json = strFromU8(await bytes(`${id}/download?format=json`))
      expect((await expectSameRows(await bytes(`${id}/download?format=xlsx`), json)).sums).toMatchObject({ net_amount: netAmount })
    }
  })

  it('PDF has reference, equation, lines and page numbers', async ({ skip }) => {
    const first = (await everyOne()).at(-1)
    const pdf = await bytes(`${first?.id}/download?format=pdf`)
    expect(strFromU8(pdf.slice(0, 5), true)).toBe('%PDF-')
    const { stdout, error } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    if (error) skip('pdftotext is not installed here: the PDF is not read back')
    for (const words of [
      `Liquidación ${first?.reference}`,
      'Tienda Gran Vía',
      '•••• 6789',
      'Del 05.10.2026 al 05.10.2026',
      'Pagada el 18.11.2026',
      '2 ventas',
      '729,90 €',
      'Retención de reserva',
      'Ana Łukasiewicz Ñ',
      '−15,30',
      'Página 1 de 1',
      'Hora peninsular (Europe/Madrid)',
    ])
      expect(stdout).toContain(words)
    expect(stdout).not.toContain('?')
  })

  it('a zip has one file of each settlement, of given ids or of a date range', async () => {
    const all = await everyOne()
    const names = (zip: Uint8Array) => Object.keys(unzipSync(zip))
    expect(names(await bytes('download?format=csv'))).toEqual([
      ...all.map(({ reference }) => `liquidacion_${reference}.csv`),
      'contenido.csv',
    ])
    const content = strFromU8(unzipSync(await bytes('download?format=csv'))['contenido.csv'] ?? new Uint8Array())
    const [, ...listed] = rowsOf(content)
    expect(listed.map(([name, reference, , lines, net = '']) => [name, reference, Number(lines), centsOf(net)])).toEqual(
      all.map(({ reference, lineCount, netAmount }) => [`liquidacion_${reference}.csv`, reference, lineCount, netAmount]),
    )
    const two = all.slice(3, 5)
    const zip = await bytes(`download?format=xlsx&ids=${two.map(({ id }) => id).join(',')}`)
    expect(names(zip)).toEqual([...two.map(({ reference }) => `liquidacion_${reference}.xlsx`), 'contenido.csv'])
    const inner = unzipSync(unzipSync(zip)[`liquidacion_${two[0]?.reference}.xlsx`] ?? new Uint8Array())
    expect(Object.keys(inner)).toContain('xl/workbook.xml')
    expect(names(await bytes('download?format=pdf&from=2026-10-06&to=2026-10-07'))).toHaveLength(3)
    expect((await file('download?format=csv', 'guestA')).status).toBe(403)
    expect((await file(`download?format=csv&ids=${two[0]?.id},${'e'.repeat(32)}`)).status).toBe(404)
  })

  it('a download is audited', async () => {
    const before = await server.ownerSql(`select from audit_entries where call like 'settlementDownload%'`)
    const [settlement] = await everyOne()
    await bytes(`${settlement?.id}/download?format=csv`)
    const after = await server.ownerSql(`select from audit_entries where call like 'settlementDownload%'`)
    expect(after.length - before.length).toBe(1)
  })
})
