import type { Report } from '#contract/reports'
import { calendarSource } from './calendarSource.ts'
import { campaignsSource } from './campaignsSource.ts'
import { feesSource } from './feesSource.ts'
import { operationsSource } from './operationsSource.ts'
import { reconciliationSource } from './reconciliationSource.ts'
import { refundsSource } from './refundsSource.ts'
import type { RowSource, Wanted } from './rowSource.ts'
import { settlementsSource } from './settlementsSource.ts'

/** Where the rows of each type come from; a package is not made of rows. */
export const sourceOf: Readonly<Record<Exclude<Report['type'], 'month_package'>, (wanted: Wanted) => RowSource>> = {
  operations: operationsSource,
  settlements: settlementsSource,
  refunds: refundsSource,
  instalment_calendar: calendarSource,
  campaigns: campaignsSource,
  fees: feesSource,
  reconciliation: reconciliationSource,
}
