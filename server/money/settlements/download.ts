import type { Handler } from '../../platform/calls/call.ts'
import { readSettlement } from './readSettlement.ts'
import { recordDownload } from './recordDownload.ts'
import { settlementFile, settlementFileName, settlementMediaTypes } from './settlementFile.ts'

/** One settlement as a file. */
export const settlementDownload: Handler<'settlementDownload'> = async (call) => {
  const { services, scope, params, query } = call
  const stored = await services.database.read(scope, (db) => readSettlement(db, scope, params.settlementId))
  const head = await recordDownload(call, 'settlementDownload', { format: query.format, reference: stored.reference })
  return {
    download: settlementFile(services.database, scope, { stored, format: query.format, head }),
    fileName: settlementFileName(stored, scope.mode, query.format),
    mediaType: settlementMediaTypes[query.format],
  }
}
