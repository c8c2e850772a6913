import { fileSetTypes, type Report } from '#contract/money/reports'
import { invoiceFormat } from '#contract/money/invoices'
import { settlementFormat } from '#contract/money/settlements'
import type { LocalDate } from '#domain/platform/dates'
import { z } from 'zod/mini'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'

export type FileSetType = (typeof fileSetTypes)[number]
const shapes = {
  settlement_files: z.strictObject({ format: settlementFormat, collected: z.optional(z.literal('no')) }),
  invoice_files: z.strictObject({ format: invoiceFormat }),
} as const satisfies Record<FileSetType, unknown>

type Choice<T extends FileSetType> = z.output<(typeof shapes)[T]>
type Needed = { database: Database; config: Pick<Config, 'brand'> }
/** The papers of a shop from one day to another as files, and how many. */
type FileSet<T extends FileSetType> = (
  services: Needed,
  scope: Scope,
  wanted: Choice<T> & { from: LocalDate; to: LocalDate },
) => Promise<{ count: number; entries: AsyncIterable<ZipEntry> }>

/** How the rooms that have papers make files of them; the room of reports does not know. */
export type FileSets = { [T in FileSetType]: FileSet<T> }

/** Whether a report is papers, each a file. */
export const isFileSet = (type: Report['type']): type is FileSetType => fileSetTypes.some((one) => one === type)

/** Which papers are wanted, of the filters of a report; null when they are not what that list knows. */
export function readFileChoice<T extends FileSetType>(type: T, filters: Report['filters']): Choice<T> | null {
  if (new Set(filters.map(({ key }) => key)).size < filters.length) return null
  const result = z.safeParse(shapes[type], Object.fromEntries(filters.map(({ key, value }) => [key, value])))
  return result.success ? (result.data as Choice<T>) : null // the shape of this very type
}
