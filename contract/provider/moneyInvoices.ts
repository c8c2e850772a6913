import { z } from 'zod/mini'
import { invoiceFormat } from '../money/invoices.ts'
import { amount, date, hexId, instant, taxTerritory } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'
import { cursor, moneyPath, moneySearch, moneyShop, movesMoney, next, readsMoney } from './moneyParts.ts'

const sums = { count: z.int(), baseAmount: amount, vatAmount: amount, exemptAmount: amount, totalAmount: amount }

/** The invoices of each month over all shops, the newest first; and the shops that cannot be invoiced yet. */
export const consoleInvoiceMonths = consoleCall({
  name: 'consoleInvoiceMonths',
  method: 'GET',
  path: `${moneyPath}/invoice-months`,
  summary: 'Ver las facturas por mes',
  policy: readsMoney,
  answers: {
    200: z.strictObject({
      months: z.array(
        z.strictObject({
          month: date,
          rectifying: z.int(),
          ...sums,
          /** What of it bears the tax of another territory than the peninsula. */
          taxes: z.array(z.strictObject({ territory: taxTerritory, baseAmount: amount, vatAmount: amount, exemptAmount: amount })),
        }),
      ),
      /** The register of invoices (RD 1007/2023): its records, and the last one; null: there is none. */
      register: z.nullable(z.strictObject({ records: z.int(), lastNumber: z.nullable(z.string()), lastAt: z.nullable(instant) })),
      /** What is missing: data of the provider as the issuer, or of the shop. */
      waiting: z.array(z.strictObject({ shop: moneyShop, lacks: z.enum(['issuer', 'recipient']) })),
    }),
  },
  refusals: [],
})

const moneyInvoice = z.strictObject({
  id: hexId,
  shop: moneyShop,
  number: z.string(),
  kind: z.enum(['invoice', 'rectifying']),
  issuedOn: date,
  month: date,
  baseAmount: amount,
  vatAmount: amount,
  exemptAmount: amount,
  totalAmount: amount,
})
export type MoneyInvoice = z.output<typeof moneyInvoice>

/** Invoices of all shops, the newest month first. */
export const consoleInvoiceList = consoleCall({
  name: 'consoleInvoiceList',
  method: 'GET',
  path: `${moneyPath}/invoices`,
  summary: 'Buscar facturas',
  policy: readsMoney,
  query: z.strictObject({ search: moneySearch, month: z.optional(date), cursor }),
  answers: { 200: z.strictObject({ results: z.array(moneyInvoice), sums: z.strictObject(sums), next }) },
  refusals: [],
})

export const consoleInvoiceFile = consoleCall({
  name: 'consoleInvoiceFile',
  method: 'GET',
  path: `${moneyPath}/shops/{merchantId}/invoices/{invoiceId}/file`,
  summary: 'Descargar una factura',
  policy: readsMoney,
  query: z.strictObject({ format: invoiceFormat }),
  answers: { 200: 'file' },
  refusals: [],
})

/** The records of the register of the invoices of a month, or of all, as XML files for the tax office. */
export const consoleInvoiceRegister = consoleCall({
  name: 'consoleInvoiceRegister',
  method: 'GET',
  path: `${moneyPath}/invoice-register`,
  summary: 'Descargar el registro de facturas',
  policy: readsMoney,
  query: z.strictObject({ month: z.optional(date) }),
  answers: { 200: 'file' },
  // There is no register.
  refusals: ['ProviderActionNotAllowed'],
})

/** Issues what is due now, up to a month that has ended (the last one by default). What is not done after some seconds goes on by itself. */
export const consoleInvoicesIssue = consoleCall({
  name: 'consoleInvoicesIssue',
  method: 'POST',
  path: `${moneyPath}/invoice-run`,
  summary: 'Emitir facturas ahora',
  policy: movesMoney,
  body: z.strictObject({ month: z.optional(date) }),
  answers: { 200: z.strictObject({ issued: z.int(), waiting: z.int(), failed: z.int(), complete: z.boolean() }) },
  refusals: [],
})
