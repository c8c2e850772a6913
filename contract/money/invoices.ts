import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { ofAccount, operators, owners } from '../platform/policy.ts'
import { amount, date, emailText, hexId, instant, rate, specifiedRevision, taxTerritory } from '../platform/values.ts'

/** The provider's monthly invoices to a shop (docs/domain.md#invoices; RD 1619/2012). */
const path = '/v2/merchants/{merchantId}/invoices'

/** `fee`: the provider's commission, with the tax of the shop's territory; `subsidy`: interest paid by the shop, exempt. */
export const invoiceConcept = z.enum(['fee', 'fee_minimum', 'subsidy'])

const named = z.strictObject({ id: hexId, number: z.string() })

export const invoiceRow = z.strictObject({
  id: hexId,
  /** Series, year and number: `F-2026-000123`, rectifying ones `R-…`. */
  number: z.string(),
  kind: z.enum(['invoice', 'rectifying']),
  status: z.enum(['issued', 'rectified']),
  issuedOn: date,
  /** First and last day of the month that it covers. */
  periodFrom: date,
  periodTo: date,
  /** Taxable base, the tax on it (IVA, IGIC or IPSI), exempt amount, and their sum; negative in a rectifying invoice. */
  baseAmount: amount,
  vatAmount: amount,
  exemptAmount: amount,
  totalAmount: amount,
  ibanLast4: z.nullable(z.string()),
  /** Invoices that a rectifying one refunds, and rectifying ones of an invoice; oldest first. */
  rectifies: z.array(named),
  rectifiedBy: z.array(named),
  /** When the caller first downloaded it; null: new to them. */
  downloadedAt: z.nullable(instant),
})
export type InvoiceRow = z.output<typeof invoiceRow>

/** Name, tax number and address on the day of issue. */
const party = z.strictObject({
  name: z.string(),
  taxId: z.string(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  province: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
})

export const invoice = z.strictObject({
  ...invoiceRow.shape,
  issuer: party,
  recipient: party,
  /** Reason of the exemption, as printed (RD 1619/2012 art. 6.1.j); null: nothing is exempt. */
  exemption: z.nullable(z.string()),
  lines: z.array(
    z.strictObject({
      concept: invoiceConcept,
      /** Number of settlement lines. */
      count: z.int(),
      baseAmount: amount,
      /** Whose tax it bears, or is exempt from. */
      taxTerritory,
      /** Null: exempt; zero: the shop owes the tax (reverse charge). */
      vatRate: z.nullable(rate),
      vatAmount: amount,
      totalAmount: amount,
    }),
  ),
  /** The settlements that its amounts were deducted from. */
  settlements: z.array(z.strictObject({ id: hexId, reference: z.string(), valueOn: date })),
})
export type Invoice = z.output<typeof invoice>

/** Range of months, each given by any day in it. */
const months = { from: z.optional(date), to: z.optional(date) }

export const invoiceList = endpoint({
  name: 'invoiceList',
  method: 'GET',
  path,
  summary: 'Facturas',
  policy: { ...ofAccount, roles: operators, right: 'invoices' },
  providerApi: true,
  query: z.object({ ...months, page: pageNumber }),
  answers: {
    200: z.strictObject({
      results: z.array(invoiceRow),
      current: z.int(),
      /** Number of pages. */
      total: z.int(),
      next: z.nullable(z.int()),
      /** Sums over all pages. */
      sums: z.strictObject({ count: z.int(), baseAmount: amount, vatAmount: amount, exemptAmount: amount, totalAmount: amount }),
    }),
  },
  refusals: [],
})

export const invoiceDetail = endpoint({
  name: 'invoiceDetail',
  method: 'GET',
  path: `${path}/{invoiceId}`,
  summary: 'Una factura',
  policy: { ...ofAccount, roles: operators, right: 'invoices' },
  providerApi: true,
  answers: { 200: invoice },
  refusals: [],
})

/** The operations of an amount of an invoice. */
export const invoiceLines = endpoint({
  name: 'invoiceLines',
  method: 'GET',
  path: `${path}/{invoiceId}/lines`,
  summary: 'Las operaciones detrás de una factura',
  policy: { ...ofAccount, roles: operators, right: 'invoices' },
  providerApi: true,
  query: z.object({ concept: z.optional(invoiceConcept), page: pageNumber }),
  answers: {
    200: z.strictObject(
      visiblePage(
        z.strictObject({
          id: hexId,
          kind: z.enum(['order', 'refund', 'cancel', 'fee_minimum', 'vat_rounding', 'chargeback']),
          /** Null: a charge without an operation. */
          operationId: z.nullable(hexId),
          mid: z.nullable(z.string()),
          settlementId: hexId,
          settlementReference: z.string(),
          occurredAt: instant,
          grossAmount: amount,
          /** As on the invoice: refunded charges are negative. */
          feeAmount: amount,
          vatAmount: amount,
          subsidyAmount: amount,
        }),
      ),
    ),
  },
  refusals: [],
})

export const invoiceFormat = z.enum(['pdf', 'facturae'])

export const invoiceDownload = endpoint({
  name: 'invoiceDownload',
  method: 'GET',
  path: `${path}/{invoiceId}/download`,
  summary: 'Descargar una factura',
  policy: { ...ofAccount, roles: operators, right: 'invoices' },
  providerApi: true,
  longPoll: true,
  query: z.object({ format: invoiceFormat }),
  answers: { 200: 'file' },
  refusals: [],
})

/** The invoices of a range of months, or given ids (comma-separated, at most 400), as a zip of files or as one table. */
export const invoiceDownloadMany = endpoint({
  name: 'invoiceDownloadMany',
  method: 'GET',
  path: `${path}/download`,
  summary: 'Descargar varias facturas',
  policy: { ...ofAccount, roles: operators, right: 'invoices' },
  longPoll: true,
  query: z.object({
    ...months,
    ids: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}(,[0-9a-f]{32}){0,399}$/))),
    format: z.enum(['pdf', 'facturae', 'csv', 'xlsx', 'json']),
  }),
  answers: { 200: 'file' },
  refusals: [],
})

const merchantAccountShape = z.strictObject({
  billingEmail: z.string(),
  /** Reference of the active mandate (docs/domain.md#direct-debits); null: none. */
  sepaMandateRef: z.nullable(z.string()),
  /** Revision of the address. */
  revision: specifiedRevision,
})

/** A shop's billing: the e-mail address for its invoices, and the mandate for its debts. */
export const merchantAccount = endpoint({
  name: 'merchantAccount',
  method: 'GET',
  path: '/v2/merchants/{merchantId}/account',
  summary: 'Cuenta de la tienda',
  policy: { ...ofAccount, roles: operators, right: null },
  providerApi: true,
  answers: { 200: merchantAccountShape },
  refusals: [],
})

export const merchantAccountUpdate = endpoint({
  name: 'merchantAccountUpdate',
  method: 'PATCH',
  path: '/v2/merchants/{merchantId}/account',
  summary: 'Cambiar el correo de facturación',
  policy: { ...ofAccount, roles: owners, right: 'company', credentialPause: 'denied' },
  providerApi: true,
  body: z.strictObject({
    billingEmail: emailText,
    /** The caller's password. */
    password: z.string().check(z.minLength(1), z.maxLength(256)),
    revision: specifiedRevision,
  }),
  answers: { 200: merchantAccountShape },
  // StepUpRequired: for members with a second factor.
  refusals: ['StepUpRequired', 'SettingsStale'],
})
