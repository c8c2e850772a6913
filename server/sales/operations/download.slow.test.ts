import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvText } from '#domain/platform/csvText'
import { csvAmount } from '../../platform/files/csvLine.ts'
import { expectSameRows } from '../../testing/readBook.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'

/** What spreadsheets execute: formula characters, after blanks, full-width, in quotes and over lines. */
const corpus = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  "=cmd|' /C calc'!A0",
  '"=1+1',
  '=HYPERLINK("http://malo.test";"ver")',
  '\u00a0=1+1',
  "-2+3+cmd|' /C calc'!A0",
  '\u000b=1',
]

let server: TestServer
let total = 0
const many = 2_500
beforeAll(async () => {
  server = await startTestServer()
  await writeOperations(
    server.database.ownerUrl,
    Array.from({ length: many }, (_, nth) => {
      const totalCents = 1000 + nth
      total += totalCents
      return {
        totalCents,
        tinBps: 0,
        numInstalments: 3,
        substatus: nth % 2 ? ('payment_process' as const) : ('rejected' as const),
        createdAt: new Date(Date.parse('2026-01-31T22:30:00Z') + Math.floor(nth / 2) * 60_000),
        mid: nth < corpus.length ? (corpus[nth] ?? null) : `P-${nth};"x"`,
        lastName: nth < corpus.length ? (corpus[nth] ?? '') : 'Íñiguez & Cía <b>',
      }
    }),
  )
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const file = (query: string, more: object = {}) =>
  server.send('GET', `/v2/merchants/${merchantId}/orders/download?${query}`, { as: 'ownerA', ...more })

/** A CSV parser of our own: quotes, semicolons, CRLF. */
function read(csv: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') lines.push([])
    if (end === '') break
  }
  return lines.slice(0, -1)
}

describe('CSV', () => {
  it('has a byte order mark, Spanish headings, every row once, and a total row', async () => {
    const answer = await file('format=csv')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const bytes = await (
      await fetch(`${server.url}/v2/merchants/${merchantId}/orders/download?format=csv&min_amount=1000&max_amount=1000`, {
        headers: await headers(),
      })
    ).arrayBuffer()
    expect([...new Uint8Array(bytes.slice(0, 3))]).toEqual([0xef, 0xbb, 0xbf])
    const [head = [], ...rows] = read(answer.raw.replace(/^\ufeff/, ''))
    // Macros read by position: a new column comes after all that there were.
    expect([...head.slice(0, 4), head[19]]).toEqual(['Fecha', 'Hora', 'Operación', 'Pedido', 'Neto'])
    expect(head.slice(-2)).toEqual(['Notas internas', 'Disputas perdidas'])
    const last = rows.pop() ?? []
    expect(rows.every((row) => row.length === head.length)).toBe(true)
    expect(new Set(rows.map((row) => row[2])).size).toBe(many)
    expect([last[0], last[head.indexOf('Importe')]]).toEqual([`Total: ${many} operaciones`, csvAmount(String(total))])
    expect(rows.reduce((all, row) => all + Number((row[head.indexOf('Importe')] ?? '').replace(',', '')), 0)).toBe(total)
    expect(rows.every((row) => /^\d\d\.\d\d\.\d{4}$/.test(row[0] ?? ''))).toBe(true)
    // 22:30 UTC of 31 January is 23:30 in Madrid; half an hour later it is February.
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['31.01.2026', '23:30'])
    expect(rows.at(-61)?.slice(0, 2)).toEqual(['01.02.2026', '00:00'])
    expect(answer.raw.split('\r\n').length).toBe(many + 3)
  })

  it.each(corpus)('never starts a cell with %j', async (text) => {
    const cell = csvText(text)
    expect(cell).not.toMatch(/^"?[\s\p{Cc}]*[=+\-@＝＋－＠]/u)
    expect(read(`${cell}\r\n`)[0]?.[0]?.replace(/^'/, '').trim()).toBe(text.replaceAll('\u000b', '').trim())
  })

  it('contains no formula, and amounts stay numbers', async () => {
    const { raw } = await file('format=csv')
    const cells = read(raw.replace(/^\ufeff/, '')).flat()
    expect(cells.filter((cell) => /^[\s\p{Cc}]*[=+@＝＋－＠]|^[\s\p{Cc}]*-(?!\d+,\d\d$)/u.test(cell))).toEqual([])
    expect(['0', '5', '-36', '123456789'].map(csvAmount)).toEqual(['0,00', '0,05', '-0,36', '1234567,89'])
  })

  it("follows the list's filters and search", async () => {
    const rows = read((await file('format=csv&status=rejected&min_amount=1000&max_amount=1999&q=correo.test&search_as=mail')).raw)
    expect(rows).toHaveLength(2)
    expect(read((await file('format=csv&status=rejected&max_amount=1999')).raw)).toHaveLength(502)
    expect(read((await file('format=csv&q=iniguez')).raw)).toHaveLength(many - corpus.length + 2)
    expect((await file('format=pdf')).status).toBe(400)
  })

  it('is named by shop and days, and sandbox files say that they are not real', async () => {
    expect((await file('format=csv&from=2026-01-01&to=2026-01-31')).headers.get('content-disposition')).toBe(
      'attachment; filename="operaciones_tienda-gran-via_2026-01-01_2026-01-31.csv"',
    )
    expect((await file('format=csv', { mode: 'sandbox' })).raw).toContain('PRUEBAS – SIN VALOR · Total')
    expect((await file('format=csv')).raw).not.toContain('SIN VALOR')
    expect((await file('format=xlsx', { mode: 'sandbox' })).headers.get('content-disposition')).toMatch(
      /"PRUEBAS-SIN-VALOR_operaciones_tienda-gran-via_inicio_.*\.xlsx"/,
    )
  })

  it('writes an audit entry and contains nothing of another shop', async () => {
    const [trail] = await server.ownerSql(
      `select outcome, role, mode, after from audit_entries where call = 'operationDownload' and mode = 'live' order by seq limit 1`,
    )
    expect(trail).toMatchObject({ outcome: 'done', role: 'owner', after: { format: 'csv', searched: false } })
    expect((await file('format=csv', { as: 'ownerB' })).status).toBe(404)
    const other = await server.send('GET', `/v2/merchants/${hexOf(ids.merchantB1)}/orders/download?format=csv`, { as: 'ownerB' })
    expect(read(other.raw.replace(/^\ufeff/, ''))).toHaveLength(2)
  })
})

const headers = async () => {
  const { accessToken, cookie } = await server.as('ownerA')
  return { authorization: `Bearer ${accessToken}`, cookie }
}

describe('JSON', () => {
  it('has amounts in cents, codes instead of words, and count and sum beside its rows', async () => {
    const answer = await file('format=json&min_amount=1000&max_amount=1099')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/\.json"$/)
    const { report, rows, manifest } = JSON.parse(answer.raw) as {
      report: object
      rows: { total_amount: number; substatus: string; created: string }[]
      manifest: object
    }
    expect(report).toMatchObject({ type: 'operations', mode: 'live', zone: 'Europe/Madrid', amounts: 'cents' })
    expect(rows).toHaveLength(100)
    expect(new Set(rows.map(({ substatus }) => substatus))).toEqual(new Set(['payment_process', 'rejected']))
    // Two were created in each minute: their ids decide which comes last.
    expect([1_000, 1_001]).toContain(rows.at(-1)?.total_amount)
    expect(rows.at(-1)?.created).toBe('2026-01-31')
    expect(manifest).toEqual({ rows: 100, total_amount: rows.reduce((sum, row) => sum + row.total_amount, 0) })
  })
})

describe('XLSX', () => {
  it('opens as a workbook with text, number and date cells', async () => {
    const answer = await fetch(`${server.url}/v2/merchants/${merchantId}/orders/download?format=xlsx`, { headers: await headers() })
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    expect(Object.keys(files).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet.match(/<row /g)).toHaveLength(many + 2)
    expect(sheet).not.toMatch(/<f>|&(?!amp;|lt;|gt;|quot;)|(?![\t\r\n])\p{Cc}/u)
    expect(sheet).toContain('Íñiguez &amp; Cía &lt;b&gt;')
    expect(sheet).toMatch(new RegExp(`<c r="[A-Z]+${many + 2}" s="2"><v>${(total / 100).toFixed(2)}</v></c>`))
    // 31 January 2026 is day 46 053 of a spreadsheet.
    expect(sheet).toMatch(/ s="1"><v>46053<\/v><\/c>/)
  })

  it('has the values, types and sum of the JSON file in exceljs and in SheetJS', async () => {
    const query = 'min_amount=1000&max_amount=1499'
    const book = await fetch(`${server.url}/v2/merchants/${merchantId}/orders/download?format=xlsx&${query}`, { headers: await headers() })
    const json = await file(`format=json&${query}`)
    const { last, sums } = await expectSameRows(new Uint8Array(await book.arrayBuffer()), json.raw)
    const { total_amount: cents } = (JSON.parse(json.raw) as { manifest: { total_amount: number } }).manifest
    expect(last[0]).toBe('Total: 500 operaciones')
    expect(last.filter((cell) => typeof cell === 'number')).toEqual([cents / 100])
    expect(sums).toMatchObject({ total_amount: cents })
  })
})
