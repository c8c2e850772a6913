import { forgetEvents } from '../platform/analytics/figures.ts'
import { fill as fillAudience, onFillFailed as onAudienceFailed } from '../sales/audiences/fill.ts'
import { maintainAudiences } from '../sales/audiences/maintainAudiences.ts'
import { callbackJob } from '../sales/callbacks/callbackJob.ts'
import { deleteOldAttempts } from '../sales/callbacks/attempts.ts'
import { dispatch, requeue } from '../sales/clock/dispatch.ts'
import { handleDeadline } from '../sales/clock/handleDeadline.ts'
import { mintScope } from '../platform/database/scope.ts'
import { announceDebits } from '../money/debits/announceDebits.ts'
import { chargeDebits } from '../money/debits/chargeDebits.ts'
import type { Services } from '../platform/calls/call.ts'
import { sweep } from '../platform/gateway/sweep.ts'
import { outboxSender } from '../platform/outbox/sender.ts'
import { outboxTopic } from '../platform/outbox/enqueue.ts'
import { outboxSenders } from './outboxSenders.ts'
import { moveAccounts } from '../merchants/ibans/moveAccounts.ts'
import { invoiceEntries } from '../money/invoices/invoiceFile.ts'
import { invoiceSet } from '../money/invoices/download.ts'
import { issue } from '../money/invoices/issue.ts'
import type { Work } from '../platform/jobs/jobs.ts'
import type { OnFailed, JobHandlers, JobQueues } from '../platform/jobs/makeJobs.ts'
import { forgetKeys } from '../platform/keys/issueKey.ts'
import { deliver } from '../sales/messages/deliver.ts'
import { sendRefundMessages } from '../sales/messages/sendRefundMessages.ts'
import { watchKeys } from '../merchants/preferences/watchKeys.ts'
import { watchTrials } from '../sales/lab/watchTrials.ts'
import { sendDigests } from '../merchants/notifications/digest.ts'
import { sendPushes } from '../merchants/notifications/sendPushes.ts'
import { rebuildSearchEntries } from '../sales/lifecycle/operationSearch.ts'
import { copyErasures } from '../merchants/privacy/erasureRegister.ts'
import { applyRetention } from '../merchants/privacy/keepTimes.ts'
import { onReportFailed, sendReportEmail } from '../money/reports/finish.ts'
import { make as makeReport } from '../money/reports/make.ts'
import { maintainReports } from '../money/reports/maintainReports.ts'
import { expirePapers } from '../merchants/onboarding/review.ts'
import { payOut } from '../money/payouts/payOut.ts'
import { settle } from '../money/settlements/settle.ts'
import { settlementSet } from '../money/settlements/download.ts'
import { completeHandovers } from '../access/team/completeHandovers.ts'
import { completeOwnerExits } from '../access/team/ownerExits.ts'
import { endAccess } from '../access/team/endAccess.ts'
import { deliver as deliverWebhooks } from '../merchants/webhooks/deliver.ts'
import { deleteOldDeliveries } from '../merchants/webhooks/forgetDeliveries.ts'

/**
 * Work that is repeated `restMs` after it ended, or at once when a transaction has notified `wakeOn`. `stopping`: aborted when the process stops; long work
 * then starts no further item.
 */
type RecurringJob = { name: string; work: (services: Services, stopping: AbortSignal) => Promise<unknown>; restMs: number; wakeOn?: string }

/** The services with the clock of the shop whose deadline has passed. */
const shopServices = (services: Services, { merchantId, mode }: Work['deadline']) =>
  services.shopTimes.servicesOf(services, mintScope(merchantId, mode))

/** The handler of each queue. */
const handlersOf = (services: Services): JobHandlers => ({
  deadline: async (work) => handleDeadline(await shopServices(services, work), work),
  delivery: async (work) => void (await deliver(services, work)),
  report: (work) => makeReport(services, work, { invoiceEntries, settlement_files: settlementSet, invoice_files: invoiceSet }),
  report_letter: (work) => sendReportEmail(services, work),
  audience: (work) => fillAudience(services, work),
})

/** What happens to jobs that have failed for good. A message that could not be delivered stays as it is: it is in the log, and the shop can send it again. */
const onFailed =
  (services: Services): OnFailed =>
  async (queue, work) => {
    if (queue === 'deadline' && 'objectIds' in work) await requeue(await shopServices(services, work), work)
    if (queue === 'report' && 'reportId' in work) await onReportFailed(services, work)
    if (queue === 'audience' && 'audienceId' in work) await onAudienceFailed(services, work)
  }

/** Every process reads for itself whether the product is closed for maintenance. */
const readMaintenance: RecurringJob = { name: 'maintenance', work: ({ maintenance }) => maintenance.read(), restMs: 2_000 }

/** For a process that only answers requests, while others run the recurring jobs. */
export const watch = (services: Services): { stop(): Promise<void> } => repeat(services, readMaintenance)

/** Starts the job queues and the recurring jobs. Any number of processes may run them: due items are taken with `skip locked`, each once. */
export function workers(services: Services, jobs: JobQueues): { stop(): Promise<void> } {
  jobs.start(handlersOf(services), onFailed(services))
  const callbacks = callbackJob()
  const outbox = outboxSender(outboxSenders)
  const recurringJobs: readonly RecurringJob[] = [
    { name: 'dispatch', work: (shared) => dispatch(shared, jobs), restMs: 500 },
    { name: 'callbacks', work: callbacks.send, restMs: 250 },
    { name: 'outbox', work: outbox.send, restMs: 1_000, wakeOn: outboxTopic },
    { name: 'settle', work: (shared) => settle(shared), restMs: 60_000 },
    { name: 'payOut', work: payOut, restMs: 30_000 },
    { name: 'announceDebits', work: announceDebits, restMs: 60_000 },
    { name: 'chargeDebits', work: chargeDebits, restMs: 30_000 },
    { name: 'invoices', work: (shared) => issue(shared), restMs: 300_000 },
    { name: 'sendRefundMessages', work: sendRefundMessages, restMs: 2_000 },
    { name: 'reports', work: maintainReports, restMs: 60_000 },
    { name: 'endAccess', work: endAccess, restMs: 10_000 },
    { name: 'handovers', work: completeHandovers, restMs: 30_000 },
    { name: 'ownerExits', work: completeOwnerExits, restMs: 30_000 },
    { name: 'audiences', work: maintainAudiences, restMs: 600_000 },
    { name: 'moveAccounts', work: moveAccounts, restMs: 10_000 },
    { name: 'watchKeys', work: watchKeys, restMs: 60_000 },
    { name: 'watchTrials', work: watchTrials, restMs: 60_000 },
    { name: 'forgetKeys', work: forgetKeys, restMs: 60_000 },
    { name: 'webhooks', work: deliverWebhooks, restMs: 250 },
    { name: 'forgetDeliveries', work: deleteOldDeliveries, restMs: 600_000 },
    { name: 'deleteOldAttempts', work: deleteOldAttempts, restMs: 600_000 },
    { name: 'pushes', work: sendPushes, restMs: 1_000 },
    { name: 'digests', work: sendDigests, restMs: 60_000 },
    { name: 'expirePapers', work: expirePapers, restMs: 3_600_000 },
    { name: 'keepTimes', work: applyRetention, restMs: 60_000 },
    { name: 'copyErasures', work: copyErasures, restMs: 2_000 },
    { name: 'sweep', work: sweep, restMs: 3_600_000 },
    { name: 'rebuildSearchEntries', work: rebuildSearchEntries, restMs: 600_000 },
    { name: 'forgetEvents', work: forgetEvents, restMs: 600_000 },
    readMaintenance,
  ]
  const running = recurringJobs.map((job) => repeat(services, job))
  return {
    async stop() {
      await Promise.all(running.map((job) => job.stop()))
      await callbacks.settled()
      await outbox.settled()
    },
  }
}

/** Runs all due deadlines and queued jobs until none is left; returns the number of deadlines. */
export async function runClock(services: Services, jobs: JobQueues): Promise<number> {
  let taken = 0
  for (;;) {
    const due = await dispatch(services, jobs)
    taken += due
    const done = await jobs.drain(handlersOf(services))
    if (done + due + (await sendRefundMessages(services)) === 0) return taken
  }
}

function repeat(services: Services, { name, work, restMs, wakeOn }: RecurringJob): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current: Promise<void> = Promise.resolve()
  const tick = async () => {
    // Begun before the work, so that what is queued meanwhile is noticed.
    const watch = wakeOn === undefined ? undefined : await services.events.watch(wakeOn)
    if (!stopping.signal.aborted) {
      current = work(services, stopping.signal).then(
        () => {},
        (error: unknown) => services.log('error', 'worker_failed', { worker: name }, error),
      )
      await current
    }
    if (!watch) return void (timer = setTimeout(next, restMs))
    await watch.changed(stopping.signal.aborted ? 0 : restMs)
    watch.end()
    next()
  }
  const next = () => {
    if (!stopping.signal.aborted) void tick()
  }
  let timer = setTimeout(tick, 100)
  return {
    stop() {
      stopping.abort()
      clearTimeout(timer)
      return current
    },
  }
}
