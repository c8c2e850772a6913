import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSameRows } from '../../testing/readBook.ts'
import { ids, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { settle } from '../settlements/settle.ts'
import { issue } from './issue.ts'
import { giveData, writeCharges, type TestCharge } from '../../testing/invoices/invoicingFixture.ts'

let server: TestServer
const merchantId = hexOf(ids.merchantA1)
const first = randomUUID()
const sale = (at: string, more: Partial<TestCharge> = {}): TestCharge => ({ at, feeCents: 1_530, vatCents: 321, ...more })

beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T08:00:00Z'), proved: false })
  const rows = (text: string, values?: unknown[]) => server.ownerSql(text, values)
  await giveData(rows, ids.accountA)
  await giveData(rows, ids.accountB, 'self_employed')
  await rows(`update profiles set document_number = '12345678Z' where account_id = $1`, [ids.accountB])
  // Thirty months with a sale each; in one of them more is refunded than sold; the last has three lines of two kinds.
  for (let nth = 0; nth < 29; nth += 1) {
    const at = new Date(Date.UTC(2024, 4 + nth, 9, 10)).toISOString()
    const charges =
      nth === 20 ? [sale(at, { kind: 'refund', of: first, feeCents: -1_000, vatCents: -210 })] : [sale(at, nth === 3 ? { of: first } : {})]
    await writeCharges(server.database.ownerUrl, ids.merchantA1, 'live', charges)
  }
  await writeCharges(server.database.ownerUrl, ids.merchantA1, 'live', [
    sale('2026-10-05T10:00:00Z', { subsidyCents: 3_546 }),
    ...Array.from({ length: 27 }, (_, nth) =>
      sale(`2026-10-06T10:00:${String(nth).padStart(2, '0')}Z`, { feeCents: 100 + nth, vatCents: 21 }),
    ),
    sale('2026-10-07T10:00:00Z', { feeCents: 0, vatCents: 0, subsidyCents: 50 }),
    sale('2026-10-08T10:00:00Z', { kind: 'refund', feeCents: -500, vatCents: -105, subsidyCents: -1_182 }),
  ])
  await writeCharges(server.database.ownerUrl, ids.merchantA1, 'sandbox', [sale('2026-10-05T10:00:00Z')])
  await writeCharges(server.database.ownerUrl, ids.merchantB1, 'live', [sale('2026-10-05T10:00:00Z')])
  await settle(server.services)
  expect(await issue(server.services)).toEqual({ issued: 31, waiting: [], failed: 0 })
})
afterAll(() => server.close())

const list = (query = {}, as: Persona = 'ownerA', mode: 'live' | 'sandbox' = 'live') =>
  server.call('invoiceList', { params: { merchantId }, query, as, mode })
const file = async (path: string, as: Persona = 'ownerA', mode = '') => {
  const { accessToken, cookie } = await server.as(as)
  return fetch(`${server.url}/v2/merchants/${merchantId}/invoices/${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, cookie, accept: `application/vnd.trastienda${mode}.v2+json` },
  })
}
const bytes = async (path: string) => new Uint8Array(await (await file(path)).arrayBuffer())
const newest = async (as: Persona = 'ownerA') => {
  const [row] = (await list({}, as)).body.results
  if (!row) throw new Error('no invoice')
  return row
}

describe('the list', () => {
  it('is sorted by month, newest first, twenty-five a page, with the total number and sums', async () => {
    const [first, two] = [await list(), await list({ page: 2 })]
    expect([first.status, first.body.results.length, first.body.current, first.body.total, first.body.next]).toEqual([200, 25, 1, 2, 2])
    expect([two.body.results.length, two.body.current, two.body.next]).toEqual([5, 2, null])
    const all = [...first.body.results, ...two.body.results]
    const byMonth = all.map(({ periodFrom }) => periodFrom)
    expect(byMonth).toEqual(byMonth.toSorted().toReversed())
    const sum = (name: 'baseAmount' | 'vatAmount' | 'exemptAmount' | 'totalAmount') => all.reduce((total, row) => total + row[name], 0)
    expect(first.body.sums).toEqual({
      count: 30,
      baseAmount: sum('baseAmount'),
      vatAmount: sum('vatAmount'),
      exemptAmount: sum('exemptAmount'),
      totalAmount: sum('totalAmount'),
    })
    expect(two.body.sums).toEqual(first.body.sums)
    expect(all[0]).toMatchObject({
      kind: 'invoice',
      status: 'issued',
      issuedOn: '2026-11-18',
      periodFrom: '2026-10-01',
      periodTo: '2026-10-31',
      baseAmount: 1_530 + 3_051 - 500,
      vatAmount: 321 + 567 - 105,
      exemptAmount: 2_414,
      totalAmount: 4_081 + 783 + 2_414,
      rectifies: [],
      rectifiedBy: [],
      downloadedAt: null,
    })
    expect(all[0]?.number).toMatch(/^F-2026-0000\d\d$/)
  })

  it('is filtered by months, given by any day in them, and refuses an invalid date', async () => {
    const narrow = await list({ from: '2026-08-31', to: '2026-10-01' })
    expect(narrow.body.results.map(({ periodFrom }) => periodFrom)).toEqual(['2026-10-01', '2026-09-01', '2026-08-01'])
    expect(narrow.body.sums.count).toBe(3)
    expect((await list({ from: '2026-02-30' })).error).toMatchObject({ type: 'ApiValidationException' })
    const none = { results: [], total: 1, next: null, sums: { count: 0, baseAmount: 0, vatAmount: 0, exemptAmount: 0, totalAmount: 0 } }
    expect((await list({ from: '2030-01-01' })).body).toMatchObject(none)
  })

  it('is refused to guests, and does not show other shops or test mode', async () => {
    expect((await list({}, 'guestA')).error.type).toBe('PermissionDenied')
    expect((await list({}, 'ownerB')).error.type).toBe('ObjectNotFoundException')
    expect((await list({}, 'editorA')).body.sums.count).toBe(30)
    expect((await list({}, 'ownerA', 'sandbox')).body).toMatchObject({ results: [], sums: { count: 0 } })
    const other = await server.call('invoiceList', { params: { merchantId: hexOf(ids.merchantB1) }, as: 'ownerB' })
    expect(other.body.results).toHaveLength(1)
    for (const id of [other.body.results[0]?.id ?? '', 'f'.repeat(32), 'x'])
      for (const path of [id, `${id}/lines`, `${id}/download?format=pdf`, `download?format=pdf&ids=${'f'.repeat(32)}`])
        expect((await file(path)).status, path).toBe(404)
    const invoice = await newest()
    for (const path of [invoice.id, `${invoice.id}/lines`, `${invoice.id}/download?format=pdf`, `download?format=pdf&ids=${invoice.id}`]) {
      expect((await file(path, 'guestA')).status, path).toBe(403)
      expect((await file(path, 'ownerA', '.sandbox')).status, path).toBe(404)
      expect((await file(path, 'ownerB')).status, path).toBe(404)
    }
    expect((await newest()).downloadedAt).toBeNull()
  })
})

describe('one invoice', () => {
  it('has its parties, its lines and the settlements it was deducted from', async () => {
    const { id, totalAmount } = await newest()
    const { body } = await server.call('invoiceDetail', { params: { merchantId, invoiceId: id }, as: 'editorA' })
    expect(body).toMatchObject({
      issuer: { name: 'Trastienda', taxId: 'A00000000', city: 'Madrid', country: 'ES' },
      recipient: {
        name: 'Comercial Núñez S.L.',
        taxId: 'B00000000',
        address: 'Calle Mayor, 3, 2.º B',
        postcode: '30001',
        city: 'Murcia',
        province: 'Murcia',
        country: 'ES',
      },
      exemption: 'art. 20.Uno.18.º LIVA',
      lines: [
        { concept: 'fee', count: 29, taxTerritory: 'peninsula', baseAmount: 4_081, vatRate: 2_100, vatAmount: 783, totalAmount: 4_864 },
        { concept: 'subsidy', count: 3, taxTerritory: 'peninsula', baseAmount: 2_414, vatRate: null, vatAmount: 0, totalAmount: 2_414 },
      ],
    })
    expect(body.lines.reduce((all, line) => all + line.totalAmount, 0)).toBe(totalAmount)
    expect(body.settlements.map(({ valueOn }) => valueOn)).toEqual(['2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'])
    for (const settlement of body.settlements) {
      const back = await server.call('settlementDetail', { params: { merchantId, settlementId: settlement.id }, as: 'editorA' })
      expect(back.body.invoice).toEqual({ id, number: body.number })
    }
  })

  it('shows the operations of each of its amounts, page by page', async () => {
    const { id } = await newest()
    const lines = (query: object) => server.call('invoiceLines', { params: { merchantId, invoiceId: id }, query, as: 'editorA' })
    const [first, two] = [await lines({ concept: 'fee' }), await lines({ concept: 'fee', page: 2 })]
    expect([first.body.results.length, first.body.maxVisiblePage, first.body.next]).toEqual([25, 2, 2])
    expect([two.body.results.length, two.body.next]).toEqual([4, null])
    const fees = [...first.body.results, ...two.body.results]
    expect([fees.reduce((all, line) => all + line.feeAmount, 0), fees.reduce((all, line) => all + line.vatAmount, 0)]).toEqual([4_081, 783])
    const times = fees.map(({ occurredAt }) => occurredAt)
    expect(times).toEqual(times.toSorted())
    const { body: subsidy } = await lines({ concept: 'subsidy' })
    expect(subsidy.results.map(({ kind, subsidyAmount }) => [kind, subsidyAmount])).toEqual([
      ['order', 3_546],
      ['order', 50],
      ['refund', -1_182],
    ])
    expect(subsidy.results[0]).toMatchObject({
      mid: expect.stringMatching(/^P-/),
      settlementReference: expect.stringMatching(/^LIQ-2026-/),
    })
    expect((await lines({ concept: 'fee_minimum' })).body).toMatchObject({ results: [], next: null })
    expect((await lines({})).body.maxVisiblePage).toBe(2)
  })

  it('and its rectifying one refer to each other', async () => {
    const all = [...(await list()).body.results, ...(await list({ page: 2 })).body.results]
    const rectifying = all.find(({ kind }) => kind === 'rectifying')
    const original = all.find(({ periodFrom }) => periodFrom === '2024-08-01')
    expect(rectifying).toMatchObject({
      number: 'R-2026-000001',
      status: 'issued',
      baseAmount: -1_000,
      vatAmount: -210,
      totalAmount: -1_210,
    })
    expect(rectifying?.rectifies).toEqual([{ id: original?.id, number: original?.number }])
    expect(original).toMatchObject({ status: 'rectified', rectifiedBy: [{ id: rectifying?.id, number: 'R-2026-000001' }] })
    expect(all.filter(({ status }) => status === 'rectified')).toHaveLength(1)
  })
})

describe('files', () => {
  it('are named after the number, have the same bytes each time, and are audited', async () => {
    const { id, number } = await newest()
    for (const [format, extension, mediaType] of [
      ['pdf', 'pdf', 'application/pdf'],
      ['facturae', 'xml', 'application/xml'],
    ]) {
      const answer = await file(`${id}/download?format=${format}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mediaType])
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="factura_${number}.${extension}"`)
      expect(Buffer.from(await answer.arrayBuffer()).equals(await bytes(`${id}/download?format=${format}`))).toBe(true)
    }
    const lines = await server.ownerSql<{ after: { number: string } }>(
      `select after from audit_entries where call = 'invoiceDownload' and outcome = 'done'`,
    )
    expect(lines).toHaveLength(4)
    expect(lines[0]?.after.number).toBe(number)
  })

  it('record the first download of each user', async () => {
    const { downloadedAt } = await newest()
    expect(downloadedAt).toMatch(/^2026-11-18T/)
    expect((await newest('editorA')).downloadedAt).toBeNull()
    server.moveClock(60_000)
    await bytes(`${(await newest()).id}/download?format=pdf`)
    expect((await newest()).downloadedAt).toBe(downloadedAt)
    await (await file('download?format=facturae&from=2026-09-01', 'editorA')).arrayBuffer()
    expect((await list({}, 'editorA')).body.results.map((row) => row.downloadedAt !== null).slice(0, 3)).toEqual([true, true, false])
    expect((await list({}, 'adminA')).body.results.filter((row) => row.downloadedAt !== null)).toEqual([])
  })

  it('of a range of months or of given ids are downloaded as a zip', async () => {
    const answer = await file('download?format=facturae&from=2026-08-15&to=2026-10-15')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="facturas_tienda-gran-via_2026-08-15_2026-10-15.zip"')
    const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const three = (await list()).body.results.slice(0, 3)
    expect(Object.keys(zip)).toEqual(three.map(({ number }) => `factura_${number}.xml`))
    expect(zip[`factura_${three[1]?.number}.xml`]).toEqual(await bytes(`${three[1]?.id}/download?format=facturae`))
    const named = unzipSync(await bytes(`download?format=pdf&ids=${three[2]?.id},${three[0]?.id}`))
    expect(Object.keys(named)).toEqual([`factura_${three[0]?.number}.pdf`, `factura_${three[2]?.number}.pdf`])
    expect(strFromU8(named[`factura_${three[0]?.number}.pdf`] ?? new Uint8Array()).slice(0, 5)).toBe('%PDF-')
    expect(Object.keys(unzipSync(await bytes('download?format=pdf')))).toHaveLength(30)
  })

  it('of a range of months or of given ids are downloaded as one table that adds up, which does not count as downloading them', async () => {
    const { results, sums } = (await list()).body
    const answer = await file('download?format=csv')
    expect(answer.headers.get('content-disposition')).toMatch(/filename="facturas_tienda-gran-via_inicio_\d{4}-\d\d-\d\d\.csv"/)
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines[0]).toBe('Fecha;Factura;Tipo;Rectifica;Desde;Hasta;Estado;Base;IVA;Exento;Total;Cuenta;Moneda')
    expect(lines).toHaveLength(sums.count + 2)
    const cents = (cell = '') => Number(cell.replace(',', ''))
    const [first] = results
    expect(lines[1]?.split(';').slice(1, 3)).toEqual([first?.number, 'Factura'])
    expect(cents(lines[1]?.split(';')[10])).toBe(first?.totalAmount)
    const last = lines.at(-1)?.split(';') ?? []
    expect([last[0], ...last.slice(7, 11).map(cents)]).toEqual([
      `Total: ${sums.count} facturas`,
      sums.baseAmount,
      sums.vatAmount,
      sums.exemptAmount,
      sums.totalAmount,
    ])
    const named = results.slice(0, 2)
    const ids = named.map(({ id }) => id).join(',')
    const { rows, manifest } = JSON.parse(strFromU8(await bytes(`download?format=json&ids=${ids}`)))
    expect(rows.map((row: { number: string; total_amount: number }) => [row.number, row.total_amount])).toEqual(
      named.map((one) => [one.number, one.totalAmount]),
    )
    expect(manifest).toMatchObject({ rows: 2, total_amount: named.reduce((all, one) => all + one.totalAmount, 0) })
    const { last: closing, sums: added } = await expectSameRows(
      await bytes('download?format=xlsx'),
      strFromU8(await bytes('download?format=json')),
    )
    const { baseAmount, vatAmount, exemptAmount, totalAmount } = sums
    expect(added).toEqual({ base_amount: baseAmount, vat_amount: vatAmount, exempt_amount: exemptAmount, total_amount: totalAmount })
    expect([closing[0], closing[10]]).toEqual([`Total: ${sums.count} facturas`, totalAmount / 100])
    await (await file('download?format=csv', 'adminA')).arrayBuffer()
    expect((await list({}, 'adminA')).body.results.filter((row) => row.downloadedAt !== null)).toEqual([])
  })
})
