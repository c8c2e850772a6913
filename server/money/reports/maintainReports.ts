import { localDate } from '#domain/platform/dates'
import { nextRunDay, periodBefore, runInstant } from '#domain/money/report'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import { queueReport, type StoredSchedule, thisSchedule } from './schedules.ts'
import { thisReport } from './reportRow.ts'

/** Dependencies of `maintainReports`. */
type MaintenanceServices = Pick<Services, 'database' | 'now' | 'jobs' | 'log'>

type Due = { merchant_id: string; mode: Mode; object_id: string; kind: 'expiry' | 'run' | 'making' }

const batchSize = 500

/**
 * Deletes expired files, queues again the reports that were reset (server/merchants/privacy/deleteMembers.ts), and queues scheduled reports, each period
 * exactly once: due rows are locked, and the next period is stored in the transaction that queues this one. After downtime every missed period is
 * queued. Returns the number of steps; a failed one does not affect the others and is retried by the next run.
 */
export async function maintainReports(services: MaintenanceServices): Promise<number> {
  const failed = new Set<string>()
  let steps = 0
  for (;;) {
    const dues = await services.database.read(null, (db) =>
      db.rows<Due>(sql`select d.merchant_id, d.mode, d.object_id, d.kind from report_queue d
        where d.due_at <= ${services.now()} and d.object_id <> all(${[...failed]}::uuid[]) order by d.due_at limit ${batchSize}`),
    )
    let done = 0
    for (const due of dues)
      try {
        if (await takeDue(services, due)) done += 1
      } catch (error) {
        failed.add(due.object_id)
        services.log('error', 'report_due_failed', { kind: due.kind }, error)
      }
    steps += done
    if (done === 0) return steps
  }
}

/** One step of a due row, in a transaction; false when another process has it, or it is no longer due. */
const takeDue = (services: MaintenanceServices, due: Due): Promise<boolean> => {
  const scope = mintScope(due.merchant_id, due.mode)
  return services.database.write(scope, async (db) => {
    const taken = await db.first(sql`select from report_queue d where ${inScope(scope, 'd')}
      and d.object_id = ${due.object_id} and d.kind = ${due.kind} and d.due_at <= ${services.now()} for update skip locked`)
    if (!taken) return false
    if (due.kind === 'expiry') await expire(db, scope, due.object_id)
    else if (due.kind === 'making') await requeue(db, scope, due.object_id, services)
    else await runSchedule(db, scope, due.object_id, services)
    return true
  })
}

/** Deletes the file; the report stays in the history. */
async function expire(db: Connection, scope: Scope, id: string): Promise<void> {
  await db.run(sql`update reports r set status = 'expired' where ${thisReport(scope, id)} and r.status = 'ready'`)
  await db.run(sql`delete from report_parts p where ${inScope(scope, 'p')} and p.report_id = ${id}`)
  await endDue(db, scope, id, 'expiry')
}

async function requeue(db: Connection, scope: Scope, id: string, { jobs }: MaintenanceServices): Promise<void> {
  await endDue(db, scope, id, 'making')
  await jobs.send(db, 'report', { merchantId: scope.merchantId, mode: scope.mode, reportId: id })
}

async function runSchedule(db: Connection, scope: Scope, id: string, { jobs, now }: MaintenanceServices): Promise<void> {
  const schedule = await db.first<Pick<StoredSchedule, 'type' | 'format' | 'frequency' | 'recipients' | 'next_run_on'>>(
    sql`select s.type, s.format, s.frequency, s.recipients, s.next_run_on from report_schedules s where ${thisSchedule(scope, id)} for update`,
  )
  if (!schedule || (await hasEnded(db, scope))) return endDue(db, scope, id, 'run')
  const { type, format, frequency, recipients } = schedule
  const runOn = localDate(schedule.next_run_on)
  const order = { type, format, recipients, filters: [], ...periodBefore(frequency, runOn), by: { scheduleId: id } }
  await queueReport(db, scope, order, { jobs, now: now() })
  const next = nextRunDay(frequency, runOn)
  await db.run(sql`update report_schedules s set next_run_on = ${next} where ${thisSchedule(scope, id)}`)
  await db.run(sql`update report_queue d set due_at = ${runInstant(next)}
    where ${inScope(scope, 'd')} and d.object_id = ${id} and d.kind = 'run'`)
}

/** Whether the company's relation has ended: schedules then no longer run. */
const hasEnded = async (db: Connection, { merchantId }: Scope): Promise<boolean> =>
  (await db.first(
    sql`select from accounts a join merchants m on m.account_id = a.id where m.id = ${merchantId} and a.relation_ended_on is not null`,
  )) !== undefined

async function endDue(db: Connection, scope: Scope, id: string, kind: Due['kind']): Promise<void> {
  await db.run(sql`delete from report_queue d where ${inScope(scope, 'd')} and d.object_id = ${id} and d.kind = ${kind}`)
}
