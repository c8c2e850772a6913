import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../platform/database/database.ts'
import { startInvoicingFixture, type InvoicingFixture } from '../../testing/invoices/invoicingFixture.ts'
import { rectifyingInvoice, usualInvoice } from '../../testing/invoices/testInvoices.ts'
import { registerProblems } from '../../testing/invoices/testFacturae.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { proveBooks } from '../ledger/proveBooks.ts'
import { annulRecord } from './annulRecord.ts'
import { readInvoice } from './invoices.ts'
import { issue } from './issue.ts'
import type { WholeInvoice } from './invoiceRow.ts'
import { recordsXml } from './recordXml.ts'
import { hashOf, recordOf, type StoredRecord } from './writeRecord.ts'

let fixture: InvoicingFixture
beforeAll(async () => {
  fixture = await startInvoicingFixture()
  fixture.services.config.invoicing.verifactu = { producer: null, installation: '1' }
})
afterAll(() => fixture.close())

const records = () => fixture.rows<StoredRecord>('select *, issued_on::text as issued_on from invoice_records order by sequence')
/** Violations of the register's rules, read as the owner of all tables. */
async function broken(): Promise<string[]> {
  const database = openDatabase({ url: fixture.place.ownerUrl, connections: 1 })
  try {
    return (await database.write(null, proveBooks)).filter((one) => /register|record/.test(one))
  } finally {
    await database.close()
  }
}

it('enters each invoice with it, in one chain without gaps, also when several shops are invoiced at once', async () => {
  const shops: string[] = []
  for (let nth = 0; nth < 6; nth += 1) shops.push(await fixture.shop())
  for (const shop of shops) await fixture.charge(shop, [{ at: '2026-10-05T10:00:00Z', feeCents: 1_530, vatCents: 321, subsidyCents: 300 }])
  fixture.setNow('2026-11-01T09:00:00.900Z')
  await fixture.settle()
  const runs = await Promise.all([issue(fixture.services), issue(fixture.services)])
  expect(runs.reduce((all, { issued }) => all + issued, 0)).toBe(6)
  // A month in which more is given back than charged has a rectifying invoice, and a clock that goes back changes nothing.
  const [shop = ''] = shops
  await fixture.charge(shop, [{ at: '2026-11-03T10:00:00Z', kind: 'refund', feeCents: -500, vatCents: -105, grossCents: -20_000 }])
  fixture.setNow('2026-12-01T09:00:00Z')
  await fixture.settle()
  await issue(fixture.services)
  const all = await records()
  expect(all.map(({ sequence }) => Number(sequence))).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(all.map(({ previous_hash: before }) => before)).toEqual([null, ...all.slice(0, -1).map(({ hash }) => hash)])
  expect(all.map(({ invoice_type: type }) => type)).toEqual(['F1', 'F1', 'F1', 'F1', 'F1', 'F1', 'R1'])
  for (const one of all) {
    expect(one.hash).toBe(hashOf(recordOf(one)))
    expect(one.recorded_at.getMilliseconds()).toBe(0)
  }
  expect(await broken()).toEqual([])
})

it('notices a changed, a missing and a false record', async () => {
  const changed = async (statement: string) => {
    await fixture.rows(`begin; set local session_replication_role = replica; ${statement}; commit`)
    return broken()
  }
  const keep = await fixture.rows('create table kept as select * from invoice_records')
  expect(keep).toEqual([])
  expect((await changed('update invoice_records set total_cents = total_cents + 1 where sequence = 3')).join(' ')).toMatch(
    /hash of a record.*number, day and amounts/,
  )
  await changed('delete from invoice_records; insert into invoice_records select * from kept')
  expect((await changed('delete from invoice_records where sequence = 4')).join(' ')).toMatch(/has no gap/)
  await changed('insert into invoice_records select * from kept where sequence = 4')
  expect((await changed('delete from invoice_records where sequence = 7')).join(' ')).toMatch(/has no gap/)
  await changed('insert into invoice_records select * from kept where sequence = 7')
  expect(await broken()).toEqual([])
  await expect(fixture.rows('delete from invoice_records')).rejects.toThrow()
})

it('an invoice that is not written leaves no record, and the next one continues the chain', async () => {
  const shop = await fixture.shop()
  await fixture.charge(shop, [{ at: '2026-11-05T10:00:00Z', feeCents: 1_000, vatCents: 210 }])
  await fixture.settle()
  await fixture.rows(`alter table invoice_lines add constraint refuses check (base_cents <> 1000)`)
  expect(await issue(fixture.services)).toMatchObject({ issued: 0, failed: 1 })
  expect(await records()).toHaveLength(7)
  await fixture.rows(`alter table invoice_lines drop constraint refuses`)
  expect(await issue(fixture.services)).toMatchObject({ issued: 1, failed: 0 })
  expect(await records()).toHaveLength(8)
  expect(await broken()).toEqual([])
})

it('annuls the record of an invoice once, at the end of the chain, and its PDF has no QR code any more', async () => {
  const [first] = await records()
  if (!first) throw new Error('there is a record')
  const isRecorded = async () => {
    const scope = mintScope(first.merchant_id, 'live')
    return (await fixture.services.database.read(scope, (db) => readInvoice(db, scope, hexOf(first.invoice_id), first.merchant_id)))
      .is_recorded
  }
  const annul = (number: string) =>
    fixture.services.database.write(null, (db) =>
      annulRecord(db, { number, reason: 'Entró dos veces' }, { by: { operator: true }, now: new Date('2026-12-02T09:00:00.700Z') }),
    )
  expect([await isRecorded(), await annul('F-2026-999999')]).toEqual([true, 'unknown'])
  expect([await annul(first.invoice_number), await annul(first.invoice_number)]).toEqual([null, 'annulled'])
  const all = await records()
  const [before, last] = all.slice(-2)
  expect(last).toMatchObject({ kind: 'annulment', invoice_number: first.invoice_number, invoice_type: 'F1', previous_hash: before?.hash })
  expect(last && last.hash).toBe(last && hashOf(recordOf(last)))
  expect([await isRecorded(), await broken()]).toEqual([false, []])
  const trail = await fixture.rows<{ call: string }>('select call from audit_entries where entity_id = $1 order by seq', [first.invoice_id])
  expect(trail.map(({ call }) => call)).toEqual(['worker.invoice', 'operator.annul-record'])
  const moved = `begin; set local session_replication_role = replica; update invoice_records set invoice_type = 'R1' where sequence = ${last?.sequence}; commit`
  await fixture.rows(moved)
  expect((await broken()).join(' ')).toContain('an annulment of the register comes after')
  await fixture.rows(moved.replace("'R1'", "'F1'"))
  // The next invoice continues from the annulment.
  const shop = await fixture.shop()
  await fixture.charge(shop, [{ at: '2026-11-06T10:00:00Z', feeCents: 2_000, vatCents: 420 }])
  await fixture.settle()
  expect(await issue(fixture.services)).toMatchObject({ issued: 1, failed: 0 })
  expect((await records()).at(-1)).toMatchObject({ kind: 'registration', previous_hash: last?.hash })
  expect(await broken()).toEqual([])
})

it('the files for the tax office are valid against its schemas', async () => {
  const record = (invoice: WholeInvoice): StoredRecord => ({
    issuer_tax_id: 'A00000000',
    sequence: 1n,
    merchant_id: invoice.id,
    invoice_id: invoice.id,
    kind: 'registration',
    invoice_number: 'F-2026-000123',
    invoice_type: invoice.kind === 'invoice' ? 'F1' : 'R1',
    issued_on: invoice.issued_on,
    tax_cents: invoice.vat_cents,
    total_cents: invoice.total_cents,
    previous_hash: null,
    hash: 'A'.repeat(64),
    recorded_at: invoice.created_at,
    product_version: '0.2.0',
  })
  const line = { concept: 'fee' as const, line_count: 1, base_cents: 100_00 }
  const elsewhere: WholeInvoice = {
    ...usualInvoice,
    recipient: { ...usualInvoice.recipient, taxId: '501442600', country: 'PT' },
    lines: [
      { ...line, tax_territory: 'canarias', vat_bps: 700, vat_cents: 700 },
      { ...line, tax_territory: 'ceuta', vat_bps: 0, vat_cents: 0 },
      { ...line, tax_territory: 'portugal', vat_bps: 0, vat_cents: 0 },
      { ...line, concept: 'subsidy', tax_territory: 'canarias', vat_bps: null, vat_cents: 0 },
    ],
  }
  const before = { number: 'F-2026-000122', issuedOn: '2026-11-01' }
  const all = [
    { record: record(usualInvoice), invoice: usualInvoice, before: null },
    { record: record(rectifyingInvoice), invoice: rectifyingInvoice, before },
    { record: record(elsewhere), invoice: elsewhere, before },
    { record: { ...record(usualInvoice), kind: 'annulment' as const, previous_hash: 'A'.repeat(64) }, invoice: usualInvoice, before },
  ]
  const xml = recordsXml({ name: 'Crédito & Ñandú, E.F.C., S.A.', taxId: 'A00000000' }, all, { producer: null, installation: '1' })
  expect(await registerProblems(xml)).toEqual([])
  const kinds = [...xml.matchAll(/<sf:(?:CalificacionOperacion|OperacionExenta)>(\w+)</g)].map(([, kind]) => kind)
  expect(kinds).toEqual(['S1', 'E1', 'S1', 'S1', 'S2', 'N2', 'E1'])
  const [, annulment = ''] = /<sf:RegistroAnulacion>(.*)<\/sf:RegistroAnulacion>/.exec(xml) ?? []
  expect(annulment).toContain('<sf:NumSerieFacturaAnulada>F-2026-000123</sf:NumSerieFacturaAnulada>')
  expect(annulment).not.toContain('ImporteTotal')
  expect((await registerProblems(xml.replace('<sf:TipoHuella>01</sf:TipoHuella>', ''))).join(' ')).toContain('TipoHuella')
})
