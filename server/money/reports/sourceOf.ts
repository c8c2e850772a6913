import type { Report } from '#contract/money/reports'
import { calendarSource, reconciliationSource, settlementsSource } from './settlementSources.ts'
import { campaignsSource, feesSource, operationsSource, refundsSource } from './operationSources.ts'
import type { FileSetType } from './readRequest.ts'
import type { RowSource, Wanted } from './rowSource.ts'

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
