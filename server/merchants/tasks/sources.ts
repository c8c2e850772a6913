import type { WorkKind } from '#domain/merchants/inbox'
import {
  accessRequests,
  expiringPapers,
  frozenIbans,
  ibanApprovals,
  ibanConfirmations,
  rejectedIbans,
  rejectedPapers,
} from './accountTasks.ts'
import { answeredClaims, disputesToAnswer, failedReports, negativeBalance, oldDebt, returnedPayouts } from './moneyTasks.ts'
import { linkRequests } from './linkRequests.ts'
import { captures, confirmations, duplicates, lateRefunds, links, noteMentions, refundApprovals, watchedViews } from './operationTasks.ts'
import { endingKeys, failingWebhooks, stuckTrials } from './connectionTasks.ts'
import type { Source } from './source.ts'

/** The source of each kind. A kind without a source does not compile. */
export const sources: Readonly<Record<WorkKind, Source>> = {
  confirmation: confirmations,
  capture: captures,
  link: links,
  link_asked: linkRequests,
  refund_approval: refundApprovals,
  access_request: accessRequests,
  refund_late: lateRefunds,
  duplicate: duplicates,
  payout_returned: returnedPayouts,
  dispute: disputesToAnswer,
  claim_answered: answeredClaims,
  debt_old: oldDebt,
  balance_negative: negativeBalance,
  iban_confirm: ibanConfirmations,
  iban_second_owner: ibanApprovals,
  iban_rejected: rejectedIbans,
  iban_frozen: frozenIbans,
  document_rejected: rejectedPapers,
  document_expiring: expiringPapers,
  key_ending: endingKeys,
  webhook_failing: failingWebhooks,
  still_testing: stuckTrials,
  report_failed: failedReports,
  view_watched: watchedViews,
  note_mention: noteMentions,
}
