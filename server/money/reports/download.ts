import type { Call, Handler } from '../../platform/calls/call.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { readParts } from './readRequest.ts'
import { readReport, standingOf, type StoredReport } from './reportRow.ts'

const mediaTypes: Readonly<Record<StoredReport['format'], string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
}

/** Downloads a ready report's file, or the rest of it after an interrupted download. Refuses with ReportNotReady before it is ready and after it has expired. */
export const reportDownload: Handler<'reportDownload'> = async (call) => {
  const { services, scope, params, now } = call
  const stored = await services.database.read(scope, (db) => readReport(db, call, params.reportId))
  if (standingOf(stored, now) !== 'ready') throw new Refusal('ReportNotReady')
  await auditDownload(call, stored)
  const { checksum, size_bytes: sizeBytes } = stored
  return {
    download: readParts(services.database, scope, stored),
    ...(checksum !== null && sizeBytes !== null && { kept: { checksum: checksum.toString('hex'), sizeBytes: Number(sizeBytes) } }),
    fileName: `${stored.name}.${stored.format}`,
    mediaType: mediaTypes[stored.format],
  }
}

/** Audits the download before the first byte is sent. */
const auditDownload = (call: Call<'reportDownload'>, { id, type, name }: StoredReport): Promise<void> =>
  call.services.database.write(call.scope, (db) =>
    recordReading(db, call, 'reportDownload', { after: { type, name }, entity: 'report', entityId: id }),
  )
