import type { Handler } from '../http/call.ts'
import { readReport, reportOf } from './reportRow.ts'

/** One report and how far it is. */
export const reportDetail: Handler<'reportDetail'> = async ({ db, scope, caller, params, now }) =>
  reportOf(await readReport(db, { scope, caller }, params.reportId), now)
