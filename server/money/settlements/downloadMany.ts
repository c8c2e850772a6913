import { madridDay } from '#domain/platform/dates'
import { normaliseText } from '#domain/sales/operations/search'
import { sql } from '../../platform/database/sql.ts'
import { zipFile } from '../../platform/files/zipFile.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { recordDownload } from './recordDownload.ts'
import { settlementEntries } from './settlementEntries.ts'
import { namePrefix } from './settlementFile.ts'
import { chosenSettlements } from './chosenSettlements.ts'

/** A zip of the settlements between two value dates, newest first, or of those named: one that is not the shop's refuses them all. */
export const settlementDownloadMany: Handler<'settlementDownloadMany'> = async (call) => {
  const { services, scope, query, now } = call
  const wanted = query.ids?.split(',')
  const these = wanted
    ? sql`${chosenSettlements(scope, query)} and s.id = any(${wanted.map(uuidOf)}::uuid[])`
    : chosenSettlements(scope, query)
  if (wanted) {
    const rows = await services.database.read(scope, (db) => db.rows<{ id: string }>(sql`select s.id from settlements s where ${these}`))
    const there = new Set(rows.map(({ id }) => hexOf(id)))
    const missing = wanted.find((id) => !there.has(id))
    if (missing !== undefined) throw notFound(missing)
  }
  const { format, from, to, collected } = query
  const head = await recordDownload(call, 'settlementDownloadMany', { format, from, to, collected, ids: wanted })
  const shop = normaliseText(head.shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const days = { from: from ?? text('settlements.file.fromStart'), to: to ?? madridDay(now) }
  return {
    download: zipFile(settlementEntries(services.database, scope, { these, format, head })),
    fileName: `${namePrefix(scope.mode)}${text('settlements.file.zipName', { shop, ...days })}.zip`,
    mediaType: 'application/zip',
  }
}
