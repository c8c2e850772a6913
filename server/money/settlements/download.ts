import { isLocalDate, type LocalDate, madridDay } from '#domain/platform/dates'
import { normaliseText } from '#domain/sales/operations/search'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { allOf, inScope, sql, type Sql } from '../../platform/database/sql.ts'
import { type ZipEntry, zipFile } from '../../platform/files/zipFile.ts'
import { taxInFiles } from '../../sales/lifecycle/taxInFiles.ts'
import type { PdfHead } from './pdfFile.ts'
import { settlementEntries } from './settlementEntries.ts'
import { namePrefix, settlementFile, settlementFileName, type SettlementFormat, settlementMediaTypes } from './settlementFile.ts'
import { readSettlement } from './settlementRow.ts'

type Choice = { from?: string | undefined; to?: string | undefined; collected?: 'no' | undefined }

/**
 * SQL condition on settlements `s`: of a shop, with value dates in an inclusive range and, optionally, not yet found on the bank statement. Refuses
 * invalid dates.
 */
export function chosenSettlements(scope: Scope, query: Choice): Sql {
  const day = (name: 'from' | 'to') => {
    const value = query[name]
    if (value === undefined || isLocalDate(value)) return value
    throw new Refusal('ApiValidationException', { fields: [{ name, code: 'format', message: text('errors.field.format') }] })
  }
  const [from, to] = [day('from'), day('to')]
  return allOf([
    inScope(scope, 's'),
    ...(from === undefined ? [] : [sql`s.value_on >= ${from}`]),
    ...(to === undefined ? [] : [sql`s.value_on <= ${to}`]),
    ...(query.collected === 'no' ? [sql`s.collected_on is null and s.net_cents > 0`] : []),
  ])
}

type DownloadChoice = { from: LocalDate; to: LocalDate; format: SettlementFormat; collected?: 'no' | undefined }

/** The settlements between two value dates as files for a report's zip, and their number. */
export async function settlementSet(
  { database, config }: { database: Database; config: Pick<Config, 'brand'> },
  scope: Scope,
  { format, ...choice }: DownloadChoice,
): Promise<{ count: number; entries: AsyncIterable<ZipEntry> }> {
  const condition = chosenSettlements(scope, choice)
  const summary = await database.read(scope, (db) =>
    db.first<{ name: string; many: number }>(sql`select m.name, (select count(*)::integer from settlements s where ${condition}) as many
      from merchants m where m.id = ${scope.merchantId}`),
  )
  const tax = await database.read(scope, (db) => taxInFiles(db, scope.merchantId))
  const head = headOf(config, scope, { shopName: summary?.name, tax })
  return { count: summary?.many ?? 0, entries: settlementEntries(database, scope, { condition, format, head }) }
}

const headOf = (
  { brand }: Pick<Config, 'brand'>,
  { mode }: Scope,
  { shopName = '', tax }: { shopName?: string | undefined; tax: string },
): PdfHead => ({
  tax,
  issuer: brand.legalName,
  letterhead: brand,
  shopName,
  sandbox: mode === 'sandbox',
})

type Downloading = Call<'settlementDownload'> | Call<'settlementDownloadMany'>

/** Audits a download; returns the facts for a file's head. */
async function recordDownload(call: Downloading, name: 'settlementDownload' | 'settlementDownloadMany', after: object): Promise<PdfHead> {
  const { services, scope } = call
  return services.database.write(scope, async (db) => {
    const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${scope.merchantId}`)
    await recordReading(db, call, name, { after })
    return headOf(services.config, scope, { shopName: shop?.name, tax: await taxInFiles(db, scope.merchantId) })
  })
}

/** Downloads one settlement as a file. */
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

/** Downloads a zip of the settlements between two value dates, newest first, or of the given ones; an id of another shop refuses them all. */
export const settlementDownloadMany: Handler<'settlementDownloadMany'> = async (call) => {
  const { services, scope, query, now } = call
  const chosenIds = query.ids?.split(',')
  const condition = chosenIds
    ? sql`${chosenSettlements(scope, query)} and s.id = any(${chosenIds.map(uuidOf)}::uuid[])`
    : chosenSettlements(scope, query)
  if (chosenIds) {
    const rows = await services.database.read(scope, (db) =>
      db.rows<{ id: string }>(sql`select s.id from settlements s where ${condition}`),
    )
    const existingIds = new Set(rows.map(({ id }) => hexOf(id)))
    const missing = chosenIds.find((id) => !existingIds.has(id))
    if (missing !== undefined) throw notFound(missing)
  }
  const { format, from, to, collected } = query
  const head = await recordDownload(call, 'settlementDownloadMany', { format, from, to, collected, ids: chosenIds })
  const shop = normaliseText(head.shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const days = { from: from ?? text('settlements.file.fromStart'), to: to ?? madridDay(now) }
  return {
    download: zipFile(settlementEntries(services.database, scope, { condition, format, head })),
    fileName: `${namePrefix(scope.mode)}${text('settlements.file.zipName', { shop, ...days })}.zip`,
    mediaType: 'application/zip',
  }
}
