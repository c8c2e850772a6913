import { invoiceDetail, invoiceLines, invoiceList, merchantAccount } from '#contract/money/invoices'
import { query } from '../../platform/api/query.ts'
import type { DayQuery } from '../../platform/lists/dayQuery.ts'
import type { InvoiceConcept } from './lineChoice.ts'

// Query options, shared by loaders and screens.

/** A page of the list. */
export const invoiceListRead = (merchantId: string, { from, to, page }: DayQuery) =>
  query(invoiceList, { params: { merchantId }, query: { ...(from && { from }), ...(to && { to }), page } })

/** An invoice with its parties and amounts. */
export const invoiceRead = (merchantId: string, invoiceId: string) => query(invoiceDetail, { params: { merchantId, invoiceId } })

/** A page of an invoice's charges, of all concepts or of one. */
export const invoiceLinesRead = (merchantId: string, invoiceId: string, concept: InvoiceConcept | null, page: number) =>
  query(invoiceLines, { params: { merchantId, invoiceId }, query: { ...(concept && { concept }), page } })

/** The account with its billing e-mail. */
export const accountRead = (merchantId: string) => query(merchantAccount, { params: { merchantId } })
