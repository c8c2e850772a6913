import { invoiceDetail, invoiceLines, invoiceList, merchantAccount } from '#contract/money/invoices'
import { query } from '../../platform/api/query.ts'
import type { DayQuery } from '../../platform/lists/dayQuery.ts'
import type { InvoiceConcept } from './lineChoice.ts'

// Each read as one value, so that loader and screen mean the same thing.

/** A page of the list. */
export const invoiceListRead = (merchantId: string, { from, to, page }: DayQuery) =>
  query(invoiceList, { params: { merchantId }, query: { ...(from && { from }), ...(to && { to }), page } })

/** One invoice with its parties and amounts. */
export const invoiceRead = (merchantId: string, invoiceId: string) => query(invoiceDetail, { params: { merchantId, invoiceId } })

/** A page of the charges behind an invoice, of all concepts or of one. */
export const invoiceLinesRead = (merchantId: string, invoiceId: string, concept: InvoiceConcept | null, page: number) =>
  query(invoiceLines, { params: { merchantId, invoiceId }, query: { ...(concept && { concept }), page } })

/** Where invoices are announced. */
export const accountRead = (merchantId: string) => query(merchantAccount, { params: { merchantId } })
