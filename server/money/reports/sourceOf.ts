import type { Report } from '#contract/money/reports'
import { calendarSource } from './calendarSource.ts'
import { campaignsSource } from './campaignsSource.ts'
import type { FileSetType } from './fileSets.ts'
import { feesSource } from './feesSource.ts'
import { operationsSource } from './operationsSource.ts'
import { reconciliationSource } from './reconciliationSource.ts'
import { refundsSource } from './refundsSource.ts'
import type { RowSource, Wanted } from './rowSource.ts'
import { settlementsSource } from './settlementsSource.ts'

/** A type of report that is one table. */
export type TableType = Exclude<Report['type'], 'month_package' | FileSetType>

/** Where the rows of each type come from. */
export const sourceOf: Readonly<Record<TableType, (wanted: Wanted) => RowSource>> = {
  operations: operationsSource,
  settlements: settlementsSource,
  refunds: refundsSource,
  instalment_calendar: calendarSource,
  campaigns: campaignsSource,
  fees: feesSource,
  reconciliation: reconciliationSource,
}
