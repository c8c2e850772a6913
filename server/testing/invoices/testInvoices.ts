import type { WholeInvoice } from '../../money/invoices/invoiceRow.ts'

/** A party in Murcia. */
export const testParty = (name: string, taxId: string) => ({
  name,
  taxId,
  address: 'Calle Mayor, 3, 2.º B',
  postcode: '30001',
  city: 'Murcia',
  province: 'Murcia',
  country: 'ES',
})
/** An invoice with every concept. */
export const usualInvoice: WholeInvoice = {
  id: '01900000-0000-7000-8000-000000000001',
  series: 'F',
  year: 2026,
  number: 123,
  kind: 'invoice',
  issued_on: '2026-11-01',
  period_from: '2026-10-01',
  period_to: '2026-10-31',
  base_cents: 108_107n,
  vat_cents: 22_733n,
  exempt_cents: 2_364n,
  total_cents: 133_204n,
  iban_last4: '1332',
  rectifies: [],
  rectified_by: [],
  downloaded_at: null,
  exemption: 'art. 20.Uno.18.º LIVA',
  issuer: testParty('Crédito Ñandú, E.F.C., S.A.', 'A00000000'),
  recipient: testParty('Peña & Hijos <«"S.L."»>', 'B00000000'),
  recipient_first_name: null,
  recipient_last_name: null,
  lines: [
    { concept: 'fee', tax_territory: 'peninsula', vat_bps: 2_100, line_count: 29, base_cents: 104_107, vat_cents: 21_893 },
    { concept: 'fee_minimum', tax_territory: 'peninsula', vat_bps: 2_100, line_count: 1, base_cents: 4_000, vat_cents: 840 },
    { concept: 'subsidy', tax_territory: 'peninsula', vat_bps: null, line_count: 2, base_cents: 2_364, vat_cents: 0 },
  ],
  settlements: [{ id: '01900000-0000-7000-8000-000000000002', reference: 'LIQ-2026-100001', value_on: '2026-10-06' }],
  rectified_from: null,
  rectified_to: null,
  created_at: new Date('2026-11-01T00:05:00Z'),
  is_recorded: false,
}
/** A rectifying invoice for two others; its VAT is not a round share of its base. */
export const rectifyingInvoice: WholeInvoice = {
  ...usualInvoice,
  series: 'R',
  number: 1,
  kind: 'rectifying',
  base_cents: -1_000n,
  vat_cents: -5n,
  exempt_cents: 0n,
  total_cents: -1_005n,
  exemption: null,
  lines: [{ concept: 'fee', tax_territory: 'peninsula', vat_bps: 2_100, line_count: 1, base_cents: -1_000, vat_cents: -5 }],
  rectifies: [
    { id: '01900000-0000-7000-8000-000000000003', series: 'F', year: 2026, number: 7, issued_on: '2026-08-01' },
    { id: '01900000-0000-7000-8000-000000000004', series: 'F', year: 2026, number: 9, issued_on: '2026-09-01' },
  ],
  rectified_from: '2026-07-01',
  rectified_to: '2026-08-31',
}
