import type { Handler } from '../../platform/calls/call.ts'
import { readReport, reportOf } from './reportRow.ts'

/** One report and how far it is. */
export const reportDetail: Handler<'reportDetail'> = async ({ db, scope, caller, params, now }) =>
  reportOf(await readReport(db, { scope, caller }, params.reportId), now)
