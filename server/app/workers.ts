import { forgetEvents } from '../platform/analytics/forget.ts'
import { fill as fillAudience } from '../sales/audiences/fill.ts'
import { giveUp as giveUpAudience } from '../sales/audiences/giveUp.ts'
import { tend as tendAudiences } from '../sales/audiences/tend.ts'
import { callbackRound } from '../sales/callbacks/callbackRound.ts'
import { forgetAttempts } from '../sales/callbacks/forgetAttempts.ts'
import { dispatch } from '../sales/clock/dispatch.ts'
import { handleDeadline } from '../sales/clock/handleDeadline.ts'
import { putBack } from '../sales/clock/putBack.ts'
import { mintScope } from '../platform/database/scope.ts'
import { announceDebits } from '../money/debits/announceDebits.ts'
import { chargeDebits } from '../money/debits/chargeDebits.ts'
import type { House } from '../platform/calls/call.ts'
import { sweep } from '../platform/gateway/sweep.ts'
import { moveAccounts } from '../merchants/ibans/moveAccounts.ts'
import { sendLetters as sendIbanLetters } from '../merchants/ibans/sendLetters.ts'
import { invoiceEntries } from '../money/invoices/invoiceEntries.ts'
import { invoiceSet } from '../money/invoices/invoiceSet.ts'
import { issueAndTell } from '../money/invoices/issueAndTell.ts'
import type { Work } from '../platform/jobs/jobs.ts'
import type { GivenUp, JobHandlers, JobQueues } from '../platform/jobs/makeJobs.ts'
import { forgetKeys } from '../platform/keys/forgetKeys.ts'
import { deliver } from '../sales/messages/deliver.ts'
import { sendRefundLetters } from '../sales/messages/sendRefundLetters.ts'
import { sendKeyLetters } from '../merchants/preferences/sendKeyLetters.ts'
import { watchKeys } from '../merchants/preferences/watchKeys.ts'
import { watchTrials } from '../sales/lab/watchTrials.ts'
import { sendDigests } from '../merchants/notifications/sendDigests.ts'
import { sendNoticeLetters } from '../merchants/notifications/sendNoticeLetters.ts'
import { sendPushes } from '../merchants/notifications/sendPushes.ts'
import { renewSearch } from '../sales/operation/renewSearch.ts'
import { copyErasures } from '../merchants/privacy/erasureRegister.ts'
import { keepTimes } from '../merchants/privacy/keepTimes.ts'
import { giveUp as giveUpReport } from '../money/reports/giveUp.ts'
import { make as makeReport } from '../money/reports/make.ts'
import { sendLetter } from '../money/reports/sendLetter.ts'
import { tend as tendReports } from '../money/reports/tend.ts'
import { expirePapers } from '../merchants/onboarding/expirePapers.ts'
import { payOut } from '../money/settlements/payOut.ts'
import { sendReturnLetters } from '../money/settlements/sendReturnLetters.ts'
import { settle } from '../money/settlements/settle.ts'
import { settlementSet } from '../money/settlements/settlementSet.ts'
import { completeHandovers } from '../access/team/completeHandovers.ts'
import { completeOwnerExits } from '../access/team/completeOwnerExits.ts'
import { endAccess } from '../access/team/endAccess.ts'
import { sendLetters as sendTeamLetters } from '../access/team/sendLetters.ts'
import { deliver as deliverWebhooks } from '../merchants/webhooks/deliver.ts'
import { forgetDeliveries } from '../merchants/webhooks/forgetDeliveries.ts'

/** `stopping`: what may take long takes up nothing more. */
type Round = { name: string; work: (house: House, stopping: AbortSignal) => Promise<unknown>; restMs: number }

/** The house by the time of the shop that something fell due in. */
const shopHouse = (house: House, { merchantId, mode }: Work['deadline']) => house.shopTimes.houseOf(house, mintScope(merchantId, mode))

/** Who does which queue's jobs. */
const handlersOf = (house: House): JobHandlers => ({
  deadline: async (work) => handleDeadline(await shopHouse(house, work), work),
  delivery: async (work) => void (await deliver(house, work)),
  report: (work) => makeReport(house, work, { invoiceEntries, settlement_files: settlementSet, invoice_files: invoiceSet }),
  report_letter: (work) => sendLetter(house, work),
  audience: (work) => fillAudience(house, work),
})

/** A message that could not be sent to the end stays as it is: in the log, and for the shop to send again. */
const givenUp =
  (house: House): GivenUp =>
  async (queue, work) => {
    if (queue === 'deadline' && 'objectIds' in work) await putBack(await shopHouse(house, work), work)
    if (queue === 'report' && 'reportId' in work) await giveUpReport(house, work)
    if (queue === 'audience' && 'audienceId' in work) await giveUpAudience(house, work)
  }

/** Every process sees for itself that the product was closed. */
const seeClosing: Round = { name: 'maintenance', work: ({ maintenance }) => maintenance.read(), restMs: 2_000 }

/** For a process that only answers, where others do what falls due. */
export const watch = (house: House): { stop(): Promise<void> } => repeat(house, seeClosing)

/** Work that the clock causes. Any number of processes may run it: what is due is taken with skip locked, each item once. */
export function workers(house: House, jobs: JobQueues): { stop(): Promise<void> } {
  jobs.start(handlersOf(house), givenUp(house))
  const callbacks = callbackRound()
  const rounds: readonly Round[] = [
    { name: 'dispatch', work: (at) => dispatch(at, jobs), restMs: 500 },
    { name: 'callbacks', work: callbacks.tell, restMs: 250 },
    { name: 'settle', work: (at) => settle(at), restMs: 60_000 },
    { name: 'payOut', work: payOut, restMs: 30_000 },
    { name: 'announceDebits', work: announceDebits, restMs: 60_000 },
    { name: 'chargeDebits', work: chargeDebits, restMs: 30_000 },
    { name: 'invoices', work: issueAndTell, restMs: 300_000 },
    { name: 'sendReturnLetters', work: sendReturnLetters, restMs: 30_000 },
    { name: 'sendRefundLetters', work: sendRefundLetters, restMs: 2_000 },
    { name: 'reports', work: tendReports, restMs: 60_000 },
    { name: 'sendTeamLetters', work: sendTeamLetters, restMs: 5_000 },
    { name: 'endAccess', work: endAccess, restMs: 10_000 },
    { name: 'handovers', work: completeHandovers, restMs: 30_000 },
    { name: 'ownerExits', work: completeOwnerExits, restMs: 30_000 },
    { name: 'audiences', work: tendAudiences, restMs: 600_000 },
    { name: 'moveAccounts', work: moveAccounts, restMs: 10_000 },
    { name: 'sendIbanLetters', work: sendIbanLetters, restMs: 5_000 },
    { name: 'sendKeyLetters', work: sendKeyLetters, restMs: 5_000 },
    { name: 'watchKeys', work: watchKeys, restMs: 60_000 },
    { name: 'watchTrials', work: watchTrials, restMs: 60_000 },
    { name: 'forgetKeys', work: forgetKeys, restMs: 60_000 },
    { name: 'webhooks', work: deliverWebhooks, restMs: 250 },
    { name: 'forgetDeliveries', work: forgetDeliveries, restMs: 600_000 },
    { name: 'forgetAttempts', work: forgetAttempts, restMs: 600_000 },
    { name: 'noticeLetters', work: sendNoticeLetters, restMs: 15_000 },
    { name: 'pushes', work: sendPushes, restMs: 1_000 },
    { name: 'digests', work: sendDigests, restMs: 60_000 },
    { name: 'expirePapers', work: expirePapers, restMs: 3_600_000 },
    { name: 'keepTimes', work: keepTimes, restMs: 60_000 },
    { name: 'copyErasures', work: copyErasures, restMs: 2_000 },
    { name: 'sweep', work: sweep, restMs: 3_600_000 },
    { name: 'renewSearch', work: renewSearch, restMs: 600_000 },
    { name: 'forgetEvents', work: forgetEvents, restMs: 600_000 },
    seeClosing,
  ]
  const running = rounds.map((round) => repeat(house, round))
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
      await callbacks.settled()
    },
  }
}

/** Does all that is due and all that is queued, until nothing is left to do now; returns how many deadlines were taken. */
export async function runClock(house: House, jobs: JobQueues): Promise<number> {
  let taken = 0
  for (;;) {
    const due = await dispatch(house, jobs)
    taken += due
    const done = await jobs.drain(handlersOf(house))
    if (done + due + (await sendRefundLetters(house)) === 0) return taken
  }
}

function repeat(house: House, { name, work, restMs }: Round): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let current: Promise<void> = Promise.resolve()
  const tick = async () => {
    current = work(house, stopping.signal).then(
      () => {},
      (error: unknown) => house.log('error', 'worker_failed', { worker: name }, error),
    )
    await current
    if (!stopping.signal.aborted) timer = setTimeout(tick, restMs)
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
