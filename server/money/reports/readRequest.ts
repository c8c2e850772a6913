import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { z } from 'zod/mini'
import type { FieldProblem } from '#contract/platform/errors'
import { invoiceFormat } from '#contract/money/invoices'
import { operationFilters } from '#contract/sales/operations'
import { fileSetTypes, type Report } from '#contract/money/reports'
import { settlementFormat } from '#contract/money/settlements'
import { isLocalDate, type LocalDate } from '#domain/platform/dates'
import { isEmail } from '#domain/platform/identifiers'
import { isReportPeriod, isWholeMonth } from '#domain/money/report'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { swapKey } from '../../platform/calls/wire.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'
import type { Filters } from '../../sales/lifecycle/filterConditions.ts'
import type { StoredReport } from './reportRow.ts'

// A report has its own date range.
const { from: _from, to: _to, ...others } = operationFilters
const shape = z.strictObject(others)

/** Parses a report's filters, which are parameters of the list by their wire names; null when one is unknown, repeated or invalid. */
export function readFilters(filters: Report['filters']): Filters | null {
  const pairs = filters.filter(({ value }) => value !== '').map(({ key, value }) => [swapKey(key), value] as const)
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) return null
  const result = z.safeParse(shape, Object.fromEntries(pairs))
  return result.success ? result.data : null
}

const unpack = promisify(zstdDecompress)

/** Whether a format's parts are stored compressed: the other formats are already compressed. */
export const isPackedFormat = (format: StoredReport['format']): boolean => format === 'csv' || format === 'json'

/** Streams a ready report's file, part by part. Throws when a part is missing, so that the download fails instead of being truncated. */
export async function* readParts(
  database: Database,
  scope: Scope,
  { id, run, parts, format }: Pick<StoredReport, 'id' | 'run' | 'parts' | 'format'>,
): AsyncGenerator<Uint8Array> {
  for (let seq = 0; seq < (parts ?? 0); seq += 1) {
    const part = await database.read(scope, (db) =>
      db.first<{ content: Buffer }>(sql`select p.content from report_parts p
        where ${inScope(scope, 'p')} and p.report_id = ${id} and p.run = ${run} and p.seq = ${seq}`),
    )
    if (!part) throw new Error(`report ${id}: part ${seq} not found`)
    yield isPackedFormat(format) ? await unpack(part.content) : part.content
  }
}

export type FileSetType = (typeof fileSetTypes)[number]
const shapes = {
  settlement_files: z.strictObject({ format: settlementFormat, collected: z.optional(z.literal('no')) }),
  invoice_files: z.strictObject({ format: invoiceFormat }),
} as const satisfies Record<FileSetType, unknown>

type Choice<T extends FileSetType> = z.output<(typeof shapes)[T]>
type Needed = { database: Database; now: () => Date; config: Pick<Config, 'brand' | 'invoicing'> }
/** Documents of a shop in a date range as files, and their number. */
type FileSet<T extends FileSetType> = (
  services: Needed,
  scope: Scope,
  choice: Choice<T> & { from: LocalDate; to: LocalDate },
) => Promise<{ count: number; entries: AsyncIterable<ZipEntry> }>

/** Generators of document files; passed in by the rooms of the documents. */
export type FileSets = { [T in FileSetType]: FileSet<T> }

/** Whether a report is a set of document files. */
export const isFileSet = (type: Report['type']): type is FileSetType => fileSetTypes.some((one) => one === type)

/** Parses the filters of a set of files; null when they are invalid. */
export function readFileChoice<T extends FileSetType>(type: T, filters: Report['filters']): Choice<T> | null {
  if (new Set(filters.map(({ key }) => key)).size < filters.length) return null
  const result = z.safeParse(shapes[type], Object.fromEntries(filters.map(({ key, value }) => [key, value])))
  return result.success ? (result.data as Choice<T>) : null // `shapes[type]` is of this type
}

/** Fields of every request. */
type ReportForm = Pick<Report, 'type' | 'format' | 'recipients'>
type ReportRequest = ReportForm & Pick<Report, 'from' | 'to' | 'filters'>

const problem = (name: string, code: string): FieldProblem => ({ name, code, message: text(`errors.field.${code}`) })

/** Packages and sets of files are a zip, all others are not. */
const isFormatOf = ({ type, format }: ReportForm) => (type === 'month_package' || isFileSet(type)) === (format === 'zip')

/** Validates what the schema cannot; refuses with ApiValidationException. Returns the recipients, normalised and without duplicates. */
function readForm(form: ReportForm, others: readonly FieldProblem[] = []): string[] {
  const recipients = [...new Set(form.recipients)]
  const fields = [
    ...others,
    ...(isFormatOf(form) ? [] : [problem('format', 'option')]),
    ...(recipients.every(isEmail) ? [] : [problem('recipients', 'format')]),
  ]
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
  return recipients
}

/** As {@link readForm}; also valid dates, in order, at most 366 days, a whole month for a package, and valid filters. */
export function readRequest(request: ReportRequest): { recipients: string[]; from: LocalDate; to: LocalDate } {
  const { type, from, to, filters } = request
  const fields = isKnown(type, filters) ? [] : [problem('filters', 'invalid')]
  if (!isLocalDate(from) || !isLocalDate(to)) {
    const wrong = isLocalDate(from) ? 'to' : 'from'
    throw new Refusal('ApiValidationException', { fields: [problem(wrong, 'format')] })
  }
  if (!isReportPeriod({ from, to })) fields.push(problem('to', 'period'))
  else if (type === 'month_package' && !isWholeMonth({ from, to })) fields.push(problem('to', 'month'))
  return { recipients: readForm(request, fields), from, to }
}

function isKnown(type: Report['type'], filters: Report['filters']): boolean {
  if (type === 'operations') return readFilters(filters) !== null
  return isFileSet(type) ? readFileChoice(type, filters) !== null : filters.length === 0
}

/** Validates a schedule: a package is monthly, and sets of files cannot be scheduled. */
export function readScheduled(form: ReportForm & { frequency: string }): string[] {
  const wrong = form.type === 'month_package' && form.frequency !== 'monthly'
  return readForm(form, [...(wrong ? [problem('frequency', 'option')] : []), ...(isFileSet(form.type) ? [problem('type', 'option')] : [])])
}
