import { afterAll, beforeAll, expect, it } from 'vitest'
import { feeFor } from '#domain/sales/plans/fees'
import { basisPoints, cents, percentOf } from '#domain/platform/money'
import type { TaxTerritory } from '#domain/money/taxTerritory'
import { startInvoicingFixture, type InvoicingFixture, type TestCharge } from '../../testing/invoices/invoicingFixture.ts'
import { readXml, textsOf } from '../../testing/invoices/testFacturae.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { readTax } from '../ledger/readTax.ts'
import { readForecast } from '../settlements/readForecast.ts'
import { facturae } from './facturae.ts'
import { invoiceNotes } from './invoicePdf.ts'
import { wholeColumns, type WholeInvoice } from './invoiceRow.ts'
import { issue } from './issue.ts'
import { localDate } from '#domain/platform/dates'

let fixture: InvoicingFixture
beforeAll(async () => {
  fixture = await startInvoicingFixture()
})
afterAll(() => fixture.close())

const rates = { peninsula: 2_100, canarias: 700, ceuta: 400, melilla: 400, portugal: 0 } as const

const charge = (at: string, totalCents: number, territory: TaxTerritory, subsidyCents = 0): TestCharge => {
  const vatBps = rates[territory]
  const { feeCents, vatCents } = feeFor(cents(totalCents), { rate: basisPoints(250), fixedCents: cents(30), vatRate: basisPoints(vatBps) })
  return { at, feeCents, vatCents, vatBps, territory, grossCents: totalCents, subsidyCents }
}

/** Moves the company behind a shop; `since`: the last day at the address before, of which territory. */
async function moveTo(merchantId: string, address: string, since?: { untilOn: string; territory: TaxTerritory }): Promise<void> {
  await fixture.rows(`update enterprises set ${address} where account_id = (select account_id from merchants where id = $1)`, [merchantId])
  if (since)
    await fixture.rows('insert into past_tax_territories select account_id, $2, $3 from merchants where id = $1', [
      merchantId,
      since.untilOn,
      since.territory,
    ])
}

const inLasPalmas = `postcode = '35003', city = 'Las Palmas de Gran Canaria', province = 'Las Palmas'`

const invoicesOf = (merchantId: string): Promise<WholeInvoice[]> => {
  const scope = mintScope(merchantId, 'live')
  return fixture.services.database.read(scope, (db) =>
    db.rows<WholeInvoice>(
      sql`select ${wholeColumns('00000000-0000-0000-0000-000000000000')} from invoices i where i.merchant_id = ${merchantId} order by i.period_from`,
    ),
  )
}

it('a shop that moves to Las Palmas is charged IVA until midnight and IGIC after it, and each invoice says what was charged', async () => {
  const shop = await fixture.shop()
  await moveTo(shop, inLasPalmas, { untilOn: '2026-10-14', territory: 'peninsula' })
  await fixture.rows(`update merchants set minimum_fee_cents = 5000, minimum_fee_from = '2026-10-01' where id = $1`, [shop])
  const read = (day: string) => fixture.services.database.read(mintScope(shop, 'live'), (db) => readTax(db, shop, localDate(day)))
  expect(await Promise.all(['2026-10-14', '2026-10-15'].map(read))).toEqual([
    { territory: 'peninsula', rate: 2_100 },
    { territory: 'canarias', rate: 700 },
  ])
  await fixture.charge(shop, [
    ...Array.from({ length: 7 }, () => charge('2026-10-14T21:59:59Z', 5_050, 'peninsula', 300)),
    ...Array.from({ length: 9 }, (_, nth) => charge('2026-10-14T22:00:00Z', 5_050 + nth, 'canarias', 200)),
  ])
  const scope = mintScope(shop, 'live')
  const foretold = await fixture.services.database.read(scope, (db) =>
    readForecast(db, scope, new Date('2026-10-15T09:00:00Z'), localDate('2026-11-01')),
  )
  fixture.setNow('2026-11-01T09:00:00Z')
  await fixture.settle()
  expect(foretold.map(({ on, settlement }) => [on, settlement?.netAmount, settlement?.lineCount])).toEqual(
    await fixture
      .rows<{ on: string; net: number; many: number }>(
        `select value_on::text as on, net_cents::int as net, (order_count + minimum_fee_count + vat_rounding_count)::int as many from settlements where merchant_id = $1 order by 1`,
        [shop],
      )
      .then((rows) => rows.map(({ on, net, many }) => [on, net, many])),
  )
  expect(await issue(fixture.services)).toMatchObject({ issued: 1, failed: 0 })
  await fixture.charge(shop, [charge('2026-11-03T10:00:00Z', 9_999, 'canarias')])
  fixture.setNow('2026-12-01T09:00:00Z')
  await fixture.settle()
  expect(await issue(fixture.services)).toMatchObject({ issued: 1, failed: 0 })
  const [october, november] = await invoicesOf(shop)
  if (!october || !november) throw new Error('two invoices were issued')
  const shown = (invoice: WholeInvoice) => invoice.lines.map((line) => `${line.concept} ${line.tax_territory} ${line.vat_bps ?? 'exempt'}`)
  expect(shown(october)).toEqual(['fee peninsula 2100', 'fee canarias 700', 'subsidy peninsula exempt', 'subsidy canarias exempt'])
  // What lacked to October's minimum bears the tax of its last day.
  expect(shown(november)).toEqual(['fee canarias 700', 'fee_minimum canarias 700'])
  for (const { lines } of [october, november])
    for (const line of lines) expect(line.vat_cents).toBe(percentOf(cents(line.base_cents), basisPoints(line.vat_bps ?? 0)))
  const deducted = await fixture.rows<{ vat: number }>(
    `select -sum(vat_cents + vat_refunds_cents)::int as vat from settlements where merchant_id = $1 group by invoice_id order by min(value_on)`,
    [shop],
  )
  expect(deducted.map(({ vat }) => BigInt(vat))).toEqual([october.vat_cents, november.vat_cents])
  expect(october.exemption).toBe('art. 20.Uno.18.º LIVA; art. 50.Uno.18.º Ley 4/2012')
  const xml = readXml(facturae(october))
  expect(textsOf(xml, 'TaxTypeCode')).toEqual(['01', '03', '01', '03', '01', '03', '01', '03'])
  expect(invoiceNotes(november).join(' ')).toContain('La cuota de IGIC es la suma')
  expect(invoiceNotes(november).join(' ')).not.toContain('IVA')
})

it('a shop in Ceuta is charged IPSI, and one in Portugal with a VAT number owes the tax itself', async () => {
  const [ceuta, lisbon, withoutNumber] = [await fixture.shop(), await fixture.shop(), await fixture.shop()]
  await moveTo(ceuta, `postcode = '51001', city = 'Ceuta', province = 'Ceuta'`)
  const inLisbon = `postcode = '1000-001', city = 'Lisboa', province = 'Lisboa', country = 'PT'`
  await moveTo(lisbon, `${inLisbon}, cif = '501442600'`)
  await moveTo(withoutNumber, inLisbon)
  const tax = (shop: string) => fixture.services.database.read(mintScope(shop, 'live'), (db) => readTax(db, shop, localDate('2026-10-05')))
  expect(await Promise.all([ceuta, lisbon, withoutNumber].map(tax))).toEqual([
    { territory: 'ceuta', rate: 400 },
    { territory: 'portugal', rate: 0 },
    { territory: 'peninsula', rate: 2_100 },
  ])
  await fixture.charge(ceuta, [charge('2026-10-05T10:00:00Z', 50_000, 'ceuta')])
  await fixture.charge(lisbon, [charge('2026-10-05T10:00:00Z', 50_000, 'portugal', 700)])
  fixture.setNow('2026-11-01T09:00:00Z')
  await fixture.settle()
  await issue(fixture.services)
  const [inCeuta] = await invoicesOf(ceuta)
  const [portuguese] = await invoicesOf(lisbon)
  if (!inCeuta || !portuguese) throw new Error('both have an invoice')
  expect(textsOf(readXml(facturae(inCeuta)), 'TaxTypeCode')).toEqual(['02', '02'])
  expect([portuguese.base_cents, portuguese.vat_cents, portuguese.exempt_cents]).toEqual([1_280n, 0n, 700n])
  const note =
    'Inversión del sujeto pasivo: el impuesto (IVA) lo declara el destinatario, art. 69.Uno.1.º LIVA y art. 196 Directiva 2006/112/CE.'
  expect(invoiceNotes(portuguese)).toContain(note)
  expect(textsOf(readXml(facturae(portuguese)), 'SpecialTaxableEventCode')).toEqual(['02', '01'])
})
