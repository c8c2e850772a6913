import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileSetTypes, reportTypes } from '#contract/money/reports'
import { issue } from '../money/invoices/issue.ts'
import { settle } from '../money/settlements/settle.ts'
import { offered } from '../platform/calls/messages.ts'
import { hexOf } from '../platform/calls/wire.ts'
import { leftOfFirstBrand, secondBrand, secondConfig } from '../testing/brand/secondBrand.ts'
import { beginSale, goTo, sign } from '../testing/checkout/testSale.ts'
import { giveData, testExemptions, testIssuer } from '../testing/invoices/invoicingFixture.ts'
import { pdfPages } from '../testing/invoices/testPdf.ts'
import { writeOperations } from '../testing/operations/testOperations.ts'
import { ids } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'

const params = { merchantId: hexOf(ids.merchantA1) }
const shop = `/v2/merchants/${params.merchantId}`
const builtWeb = join(import.meta.dirname, '../../dist/web')
let server: TestServer

beforeAll(async () => {
  const invoicing = { issuer: testIssuer, series: 'F', rectifyingSeries: 'R', exemptions: testExemptions, verifactu: null, signer: null }
  server = await startTestServer({ now: new Date('2026-10-31T19:00:00Z'), config: { ...secondConfig(), invoicing } })
  await giveData((text, values) => server.ownerSql(text, values), ids.accountA)
  const sales = Array.from({ length: 30 }, (_, nth) => ({
    merchantId: ids.merchantA1,
    totalCents: 40_000 + 771 * nth,
    tinBps: nth % 3 === 0 ? 0 : 1999,
    createdAt: new Date(Date.parse('2026-09-28T09:00:00Z') + nth * 60_000_000),
  }))
  await writeOperations(server.database.ownerUrl, sales)
  await settle(server.services)
  server.moveClock(Date.parse('2026-11-02T09:00:00Z') - server.services.now().getTime())
  await issue(server.services)
})
afterAll(() => server.close())

const get = async (path: string) => {
  const answer = await server.send('GET', path, { as: 'ownerA', headers: { accept: 'application/json' } })
  expect(answer.status, path).toBe(200)
  return answer
}

/** What a reader of a file sees: the text of a PDF, and of each file of an archive. */
function wordsOf(name: string, bytes: Uint8Array): [name: string, text: string][] {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (start === 'PK\u0003\u0004')
    return Object.entries(unzipSync(bytes)).flatMap(([inner, content]) => wordsOf(`${name}/${inner}`, content))
  const text =
    start === '%PDF'
      ? `${pdfPages(bytes).flat().join('\n')}\n${Buffer.from(bytes).toString('latin1')}`
      : Buffer.from(bytes).toString('utf8')
  return [[name, `${name}\n${text}`]]
}

const leftIn = async (path: string): Promise<string[]> => {
  const { bytes, headers } = await get(path)
  const name = `${path} ${headers.get('content-disposition') ?? ''}`
  const files = wordsOf(name, bytes)
  expect(files.length, path).toBeGreaterThan(0)
  return files.flatMap(([one, text]) => leftOfFirstBrand(one, text))
}

it('nothing of the first brand is left in the shell of any page, in any language', async () => {
  const pages = [
    '/',
    '/login',
    '/sign-up',
    '/till',
    '/invitation',
    '/continue',
    '/console',
    '/console/setup',
    `/checkout/${'0'.repeat(32)}`,
    '/card-field',
  ]
  const left: string[] = []
  for (const language of offered)
    for (const path of pages) {
      const { status, raw } = await server.send('GET', path, { headers: { accept: 'text/html', 'accept-language': language } })
      expect(status, path).toBe(200)
      left.push(...leftOfFirstBrand(`${path} ${language}`, raw))
      expect(raw, path).toContain(`<title>${secondBrand.name}</title>`)
      expect(raw, path).toContain(`<meta property="og:site_name" content="${secondBrand.name}">`)
      expect(raw, path).not.toMatch(/<!--brand|<!--settings/)
    }
  expect(left).toEqual([])
})

it('nor in any file that was built, nor in the scripts for shops’ pages', async () => {
  const isText = (name: string) => ['.js', '.css', '.json', '.html', '.svg', '.webmanifest'].includes(extname(name))
  const names = readdirSync(builtWeb, { recursive: true, encoding: 'utf8' }).filter(isText)
  expect(names.length).toBeGreaterThan(100)
  expect(names.flatMap((name) => leftOfFirstBrand(name, readFileSync(join(builtWeb, name), 'utf8')))).toEqual([])
  for (const path of ['/widget.js', `/${secondBrand.vendor}.js`, '/widget-price.js', '/pushWorker.js'])
    expect(await leftIn(path)).toEqual([])
})

it('nor in the documentation of the APIs and their descriptions', async () => {
  const left: string[] = []
  for (const path of ['/docs', '/docs/shops', '/docs/provider']) left.push(...(await leftIn(path)))
  const files = ['openapi', 'openapi-shops', 'openapi-shops.en', 'openapi-provider', 'openapi-provider.en'].map((name) => `/${name}.json`)
  for (const path of files) {
    left.push(...(await leftIn(path)))
    expect(JSON.parse((await get(path)).raw).info.title, path).toMatch(new RegExp(`^${secondBrand.name} · `))
  }
  expect(left).toEqual([])
})

it('nor in any file that a shop downloads: lists, settlements, invoices, reports and the accountant’s package', async () => {
  const range = 'from=2026-09-01&to=2026-10-31'
  const paths = [
    ...['csv', 'xlsx', 'json'].map((format) => `${shop}/orders/download?format=${format}`),
    ...['csv', 'xlsx', 'pdf', 'raw', 'json'].map((format) => `${shop}/settlements/download?${range}&format=${format}`),
    ...['pdf', 'facturae', 'csv', 'xlsx', 'json'].map((format) => `${shop}/invoices/download?${range}&format=${format}`),
  ]
  const left: string[] = []
  for (const path of paths) left.push(...(await leftIn(path)))
  const isSet = (type: string) => (fileSetTypes as readonly string[]).includes(type)
  for (const type of reportTypes.filter((one) => !isSet(one))) {
    const format = type === 'month_package' ? 'zip' : 'xlsx'
    const answer = await server.call('reportCreate', {
      as: 'ownerA',
      params,
      headers: { accept: 'application/json' },
      body: { type, format, from: '2026-10-01', to: '2026-10-31' },
    })
    expect(answer.status, type).toBe(201)
    await server.runClock()
    left.push(...(await leftIn(`${shop}/reports/${answer.body.id}/download`)))
  }
  expect(left).toEqual([])
})

it('nor in what a customer signs, which carries the logo and the lender’s name', async () => {
  const sale = await beginSale(server, { merchantId: ids.merchantA2 })
  await goTo(sale, 'consent')
  const before = await sale.call('checkoutContract')
  await sign(sale)
  for (const { bytes, headers } of [before, await sale.call('checkoutContract')]) {
    const [[name = '', text = ''] = []] = wordsOf(headers.get('content-disposition') ?? '', bytes)
    expect(leftOfFirstBrand(name, text)).toEqual([])
    expect(text).toContain('/Subtype /Image')
    expect(text).toContain(secondBrand.legalName)
  }
})
