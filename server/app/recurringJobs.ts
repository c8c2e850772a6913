import { deleteOldCalls } from '../platform/apiCalls/deleteOldCalls.ts'
import { deleteOldEvents } from '../platform/analytics/figures.ts'
import { maintainAudiences } from '../sales/audiences/maintainAudiences.ts'
import { deleteOldAttempts } from '../sales/callbacks/attempts.ts'
import { applyNotifications, nextNotification } from '../sales/cards/applyNotifications.ts'
import { dispatch, nextDeadline } from '../sales/clock/dispatch.ts'
import { askDueChecks, nextIdentityCheck } from '../sales/identity/askDueChecks.ts'
import { askEngine, nextDecision } from '../sales/decisions/askEngine.ts'
import { announceDebits, nextDebtCheck } from '../money/debits/announceDebits.ts'
import { chargeDebits, nextDebit } from '../money/debits/chargeDebits.ts'
import type { Services } from '../platform/calls/call.ts'
import type { Sql } from '../platform/database/sql.ts'
import { sweep } from '../platform/gateway/sweep.ts'
import { moveAccounts } from '../merchants/ibans/moveAccounts.ts'
import { issue } from '../money/invoices/issue.ts'
import { addUpDays } from '../money/ledger/ledgerDays.ts'
import { nextJob } from '../platform/jobs/jobs.ts'
import { workedQueues, type JobQueues } from '../platform/jobs/makeJobs.ts'
import type { outboxSender } from '../platform/outbox/sender.ts'
import { deleteOldKeys } from '../platform/keys/issueKey.ts'
import { watchKeys } from '../merchants/preferences/watchKeys.ts'
import { watchTrials } from '../sales/lab/watchTrials.ts'
import { queueDigests } from '../merchants/noticeDelivery/digest.ts'
import { queueWeeklyEmails } from '../merchants/noticeDelivery/weeklyEmail.ts'
import { closeFigureDays } from '../sales/lifecycle/closeFigureDays.ts'
import { foldChanges } from '../sales/lifecycle/foldChanges.ts'
import { addRefundLookups, keepLookupKey } from '../sales/lifecycle/operationLookups.ts'
import { rebuildSearchEntries } from '../sales/lifecycle/operationSearch.ts'
import { copyErasures, nextErasureCopy } from '../merchants/privacy/erasureRegister.ts'
import { applyRetention } from '../merchants/privacy/retention.ts'
import { maintainReports } from '../money/reports/maintainReports.ts'
import { expirePapers } from '../merchants/onboarding/review.ts'
import { nextCreditTransfer, transferCredits } from '../money/credits/creditTransfers.ts'
import { nextCredit, payCredits } from '../money/credits/payCredits.ts'
import { readBalance } from '../money/cardBalance/readBalance.ts'
import { findDisputes } from '../money/disputes/findDisputes.ts'
import { nextDispute, workDisputes } from '../money/disputes/workDisputes.ts'
import { nextPayout, payOut } from '../money/payouts/payOut.ts'
import { settle } from '../money/settlements/settle.ts'
import { applyBankFiles, nextBankFile } from '../provider/bankFiles/applyFiles.ts'
import { readBankFolder } from '../provider/bankFiles/readFolder.ts'
import { countArrears } from '../provider/figures/countArrears.ts'
import { nextProof, prove } from '../provider/money/prove.ts'
import { nextTermsNotice, notifyTerms } from '../provider/prices/notifyTerms.ts'
import { expireConfirmations } from '../provider/staff/expireConfirmations.ts'
import { completeHandovers } from '../access/team/completeHandovers.ts'
import { completeOwnerExits } from '../access/team/ownerExits.ts'
import { endAccess } from '../access/team/endAccess.ts'
import { deleteOldDeliveries } from '../merchants/webhooks/deleteOldDeliveries.ts'

/**
 * Work that is repeated `restMs` after it ended. `stopping`: aborted when the process stops; long work then starts no further item. A number as the
 * result says how much was done. `statements`: the most that a run with nothing to do sends.
 */
type TimedJob = { name: string; work: (services: Services, stopping: AbortSignal) => Promise<unknown>; restMs: number; statements: number }
/** Work on a queue, done when something in it is due. `due`: SQL of that instant, null when the queue is empty. */
export type QueueJob = Omit<TimedJob, 'statements'> & { due: (now: Date) => Sql }
export type RecurringJob = TimedJob | QueueJob

export const hasQueue = (job: RecurringJob): job is QueueJob => 'due' in job

/** Every process reads for itself whether the product is closed for maintenance. */
export const readMaintenance: RecurringJob = {
  name: 'maintenance',
  work: ({ maintenance }) => maintenance.read(),
  restMs: 2_000,
  statements: 1,
}

/** Everything that a process with workers does on its own. An idle process may ask the database at most 5 statements a second: prefer `due`. */
export const recurringJobs = (
  jobs: JobQueues,
  outbox: Pick<ReturnType<typeof outboxSender>, 'send' | 'nextDue'>,
): readonly RecurringJob[] => [
  // Queues.
  { name: 'dispatch', work: (services) => dispatch(services, jobs), restMs: 200, due: nextDeadline },
  { name: 'decisions', work: askEngine, restMs: 100, due: nextDecision },
  { name: 'identityChecks', work: askDueChecks, restMs: 100, due: nextIdentityCheck },
  { name: 'cardNotifications', work: applyNotifications, restMs: 100, due: nextNotification },
  { name: 'outbox', work: outbox.send, restMs: 100, due: outbox.nextDue },
  { name: 'payOut', work: payOut, restMs: 30_000, due: nextPayout },
  { name: 'payCredits', work: payCredits, restMs: 1_000, due: nextCredit },
  { name: 'transferCredits', work: transferCredits, restMs: 30_000, due: nextCreditTransfer },
  { name: 'workDisputes', work: workDisputes, restMs: 1_000, due: nextDispute },
  { name: 'announceDebits', work: announceDebits, restMs: 60_000, due: nextDebtCheck },
  { name: 'chargeDebits', work: chargeDebits, restMs: 30_000, due: nextDebit },
  { name: 'bankFiles', work: applyBankFiles, restMs: 200, due: nextBankFile },
  { name: 'tellTerms', work: notifyTerms, restMs: 2_000, due: nextTermsNotice },
  { name: 'prove', work: prove, restMs: 200, due: nextProof },
  { name: 'copyErasures', work: copyErasures, restMs: 2_000, due: nextErasureCopy },
  // The job library's queues: its workers fetch when they are woken.
  ...workedQueues.map((queue): QueueJob => ({
    name: `queue ${queue}`,
    work: async () => jobs.wake(queue),
    restMs: 100,
    due: (now) => nextJob(queue, now),
  })),
  // What is found by looking for it.
  { name: 'endAccess', work: endAccess, restMs: 30_000, statements: 8 },
  { name: 'bankFolder', work: readBankFolder, restMs: 15_000, statements: 0 },
  { name: 'moveAccounts', work: moveAccounts, restMs: 10_000, statements: 1 },
  { name: 'handovers', work: completeHandovers, restMs: 30_000, statements: 1 },
  { name: 'ownerExits', work: completeOwnerExits, restMs: 30_000, statements: 1 },
  { name: 'expireConfirmations', work: expireConfirmations, restMs: 60_000, statements: 4 },
  { name: 'settle', work: (services) => settle(services), restMs: 60_000, statements: 6 },
  { name: 'ledgerDays', work: addUpDays, restMs: 60_000, statements: 5 },
  { name: 'reports', work: maintainReports, restMs: 60_000, statements: 1 },
  { name: 'watchKeys', work: watchKeys, restMs: 60_000, statements: 1 },
  { name: 'watchTrials', work: watchTrials, restMs: 60_000, statements: 4 },
  { name: 'deleteOldKeys', work: deleteOldKeys, restMs: 60_000, statements: 4 },
  { name: 'digests', work: queueDigests, restMs: 60_000, statements: 4 },
  { name: 'weeklyEmails', work: queueWeeklyEmails, restMs: 60_000, statements: 4 },
  { name: 'keepTimes', work: applyRetention, restMs: 60_000, statements: 8 },
  { name: 'invoices', work: (services) => issue(services), restMs: 300_000, statements: 8 },
  { name: 'audiences', work: maintainAudiences, restMs: 600_000, statements: 4 },
  { name: 'forgetDeliveries', work: deleteOldDeliveries, restMs: 600_000, statements: 4 },
  { name: 'deleteOldAttempts', work: deleteOldAttempts, restMs: 600_000, statements: 4 },
  { name: 'rebuildSearchEntries', work: rebuildSearchEntries, restMs: 600_000, statements: 4 },
  { name: 'deleteOldEvents', work: deleteOldEvents, restMs: 600_000, statements: 4 },
  { name: 'deleteOldApiCalls', work: deleteOldCalls, restMs: 600_000, statements: 1 },
  { name: 'expirePapers', work: expirePapers, restMs: 3_600_000, statements: 4 },
  { name: 'foldChanges', work: foldChanges, restMs: 10_000, statements: 4 },
  { name: 'closeFigureDays', work: closeFigureDays, restMs: 3_600_000, statements: 4 },
  { name: 'keepLookupKey', work: keepLookupKey, restMs: 3_600_000, statements: 4 },
  { name: 'addRefundLookups', work: addRefundLookups, restMs: 3_600_000, statements: 4 },
  { name: 'countArrears', work: countArrears, restMs: 3_600_000, statements: 4 },
  { name: 'findDisputes', work: findDisputes, restMs: 3_600_000, statements: 2 },
  { name: 'readBalance', work: readBalance, restMs: 3_600_000, statements: 4 },
  { name: 'sweep', work: sweep, restMs: 3_600_000, statements: 100 },
]
