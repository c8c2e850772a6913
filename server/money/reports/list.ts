import { pageSize } from '#contract/platform/page'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { typesFor } from './reportAccess.ts'
import { reportOf, storedReportColumns, type StoredReport } from './reportRow.ts'

/** The shop's reports, newest first; of what is withheld from who asks, none. */
export const reportList: Handler<'reportList'> = async ({ db, scope, caller, query, now }) => {
  const { page } = query
  const mine = sql`r.merchant_id = ${scope.merchantId} and r.mode = ${scope.mode} and r.type = any(${typesFor(caller)})`
  const [counted, rows] = await Promise.all([
    db.first<{ many: number }>(sql`select count(*)::integer as many from reports r where ${mine}`),
    db.rows<StoredReport>(sql`select ${storedReportColumns} from reports r where ${mine}
      order by r.created_at desc, r.id desc offset ${(page - 1) * pageSize} limit ${pageSize}`),
  ])
  const pages = Math.max(1, Math.ceil((counted?.many ?? 0) / pageSize))
  return { results: rows.map((row) => reportOf(row, now)), current: page, total: pages, next: page < pages ? page + 1 : null }
}
