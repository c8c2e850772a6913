import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { readReport, thisReport } from './reportRow.ts'

/** Takes a report away with its file. One that is being made stops: whoever makes it finds no row to write to. */
export const reportDelete: Handler<'reportDelete'> = async ({ db, scope, caller, params, audit }) => {
  const { id, type, status, name } = await readReport(db, { scope, caller }, params.reportId)
  await db.run(sql`delete from reports r where ${thisReport(scope, id)}`)
  await db.run(
    sql`delete from report_dues d where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.object_id = ${id} and d.kind = 'expiry'`,
  )
  audit({ entity: 'report', entityId: id, before: { type, status, name } })
  return undefined
}
