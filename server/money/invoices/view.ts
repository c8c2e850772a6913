import type { Handler } from '../../platform/calls/call.ts'
import { invoiceOf } from './invoiceRow.ts'
import { readInvoice } from './readInvoice.ts'

/** One invoice with its parties, lines and settlements. */
export const invoiceDetail: Handler<'invoiceDetail'> = async ({ db, scope, params, caller }) =>
  invoiceOf(await readInvoice(db, scope, params.invoiceId, caller.userId))
