import type { Report } from '#contract/money/reports'
import type { LocalDate } from '#domain/platform/dates'
import { normaliseText } from '#domain/sales/operations/search'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

/** Current version of the files' columns. */
export const columnsVersion = 1

type Order = Pick<Report, 'type' | 'format' | 'filters' | 'recipients'> & {
  from: LocalDate
  to: LocalDate
  /** The user who requested it, or the schedule. */
  by: { userId: string } | { scheduleId: string }
}

/** Stores a report and queues its job, in the caller's transaction. Returns its id. */
export async function queueReport(db: Connection, scope: Scope, order: Order, services: { jobs: Jobs; now: Date }): Promise<string> {
  const { merchantId, mode } = scope
  const { type, format, from, to, filters, recipients, by } = order
  const id = newId(services.now)
  const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${merchantId}`)
  const name = fileName(scope, order, shop?.name ?? '')
  await db.run(sql`insert into reports (merchant_id, mode, id, type, format, name, from_on, to_on, filters, recipients, version, created_at, created_by, schedule_id)
    values (${merchantId}, ${mode}, ${id}, ${type}, ${format}, ${name}, ${from}, ${to}, ${JSON.stringify(filters)}, ${recipients}, ${columnsVersion}, ${services.now},
      ${'userId' in by ? by.userId : null}, ${'scheduleId' in by ? by.scheduleId : null})`)
  await services.jobs.send(db, 'report', { merchantId, mode, reportId: id })
  return id
}

/** The file's name: type, shop and days; marked as not real in sandbox. */
function fileName({ mode }: Scope, { type, from, to }: Order, shopName: string): string {
  const shop = normaliseText(shopName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const prefix = mode === 'sandbox' ? text('settlements.file.sandboxPrefix') : ''
  return `${prefix}${text('reports.file.name', { what: text(`reports.file.slug.${type}`), shop, from, to })}`
}
