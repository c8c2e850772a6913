import { fill as fillAudience, onFillFailed as onAudienceFailed } from '../sales/audiences/fill.ts'
import { dispatch, requeue } from '../sales/clock/dispatch.ts'
import { handleDeadline } from '../sales/clock/handleDeadline.ts'
import { outboxSenders } from './outboxSenders.ts'
import { readMaintenance, recurringJobs } from './recurringJobs.ts'
import { runJobs } from './runJobs.ts'
import { mintScope } from '../platform/database/scope.ts'
import type { Services } from '../platform/calls/call.ts'
import { invoiceEntries } from '../money/invoices/invoiceFile.ts'
import { invoiceSet } from '../money/invoices/download.ts'
import { outboxSender } from '../platform/outbox/sender.ts'
import type { Work } from '../platform/jobs/jobs.ts'
import type { OnFailed, JobHandlers, JobQueues } from '../platform/jobs/makeJobs.ts'
import { onReportFailed } from '../money/reports/finish.ts'
import { make as makeReport } from '../money/reports/make.ts'
import { settlementSet } from '../money/settlements/download.ts'

/** The services with the clock of the shop whose deadline has passed. */
const shopServices = (services: Services, { merchantId, mode }: Work['deadline']) =>
  services.shopTimes.servicesOf(services, mintScope(merchantId, mode))

/** The handler of each queue. */
const handlersOf = (services: Services): JobHandlers => ({
  deadline: async (work) => handleDeadline(await shopServices(services, work), work),
  report: (work) => makeReport(services, work, { invoiceEntries, settlement_files: settlementSet, invoice_files: invoiceSet }),
  audience: (work) => fillAudience(services, work),
})

/** What happens to jobs that have failed for good. */
const onFailed =
  (services: Services): OnFailed =>
  async (queue, work) => {
    if (queue === 'deadline' && 'objectIds' in work) await requeue(await shopServices(services, work), work)
    if (queue === 'report' && 'reportId' in work) await onReportFailed(services, work)
    if (queue === 'audience' && 'audienceId' in work) await onAudienceFailed(services, work)
  }

/** For a process that only answers requests, while others run the recurring jobs. */
export const watch = (services: Services): { stop(): Promise<void> } => runJobs(services, [readMaintenance])

/** Starts the job queues and the recurring jobs. Any number of processes may run them: due items are taken with `skip locked`, each once. */
export function workers(services: Services, jobs: JobQueues): { stop(): Promise<void> } {
  const outbox = outboxSender(outboxSenders)
  const running = runJobs(services, [...recurringJobs(jobs, outbox), readMaintenance])
  jobs.start(handlersOf(services), onFailed(services), running.wake)
  return {
    async stop() {
      await running.stop()
      await outbox.settled()
    },
  }
}

/** What a deadline or a job causes. */
const { customer_message, refund_message, report_email, package_email } = outboxSenders

/** Runs all due deadlines and queued jobs, and sends the messages that they cause, until none is left; returns the number of deadlines. */
export async function runClock(services: Services, jobs: JobQueues): Promise<number> {
  const outbox = outboxSender({ customer_message, refund_message, report_email, package_email })
  let taken = 0
  for (;;) {
    const due = await dispatch(services, jobs)
    taken += due
    const done = await jobs.drain(handlersOf(services))
    await outbox.send(services)
    await outbox.settled()
    if (done + due + (await outbox.send(services)) === 0) return taken
  }
}
