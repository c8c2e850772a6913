import type { Report } from '#contract/money/reports'
import { calendarSource, reconciliationSource, settlementsSource } from './settlementSources.ts'
import { campaignsSource, feesSource, operationsSource, refundsSource } from './operationSources.ts'
import type { FileSetType } from './readRequest.ts'
import type { RowSource, RowQuery } from './rowSource.ts'

/** Types of report that are one table. */
export type TableType = Exclude<Report['type'], 'month_package' | FileSetType>

/** The row source of each type. */
export const sourceOf: Readonly<Record<TableType, (query: RowQuery) => RowSource>> = {
  operations: operationsSource,
  settlements: settlementsSource,
  refunds: refundsSource,
  instalment_calendar: calendarSource,
  campaigns: campaignsSource,
  fees: feesSource,
  reconciliation: reconciliationSource,
}
