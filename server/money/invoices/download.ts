import type { Handler } from '../../platform/calls/call.ts'
import { invoiceFile, invoiceFileName, invoiceMediaTypes } from './invoiceFile.ts'
import { numberOf } from './invoiceRow.ts'
import { readInvoice } from './readInvoice.ts'
import { recordDownload } from './recordDownload.ts'

/** One invoice as a file. */
export const invoiceDownload: Handler<'invoiceDownload'> = async (call) => {
  const { services, scope, params, query, caller } = call
  const stored = await services.database.write(scope, async (db) => {
    const found = await readInvoice(db, scope, params.invoiceId, caller.userId)
    const after = { format: query.format, number: numberOf(found) }
    await recordDownload(db, call, 'invoiceDownload', { ids: [found.id], after })
    return found
  })
  return {
    download: invoiceFile(stored, query.format),
    fileName: invoiceFileName(stored, query.format),
    mediaType: invoiceMediaTypes[query.format],
  }
}
