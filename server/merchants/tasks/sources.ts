import type { WorkKind } from '#domain/merchants/inbox'
import { accessRequests } from './accessRequests.ts'
import { answeredClaims } from './answeredClaims.ts'
import { frozenIbans, ibanApprovals, ibanConfirmations, rejectedIbans } from './bankAccounts.ts'
import { askedLinks } from './askedLinks.ts'
import { captures } from './captures.ts'
import { confirmations } from './confirmations.ts'
import { duplicates } from './duplicates.ts'
import { endingKeys } from './endingKeys.ts'
import { failedReports } from './failedReports.ts'
import { failingWebhooks } from './failingWebhooks.ts'
import { lateRefunds } from './lateRefunds.ts'
import { links } from './links.ts'
import { negativeBalance } from './negativeBalance.ts'
import { oldDebt } from './oldDebt.ts'
import { expiringPapers, rejectedPapers } from './papers.ts'
import { noteMentions } from './noteMentions.ts'
import { refundApprovals } from './refundApprovals.ts'
import { returnedPayouts } from './returnedPayouts.ts'
import type { Source } from './source.ts'
import { stuckTrials } from './stuckTrials.ts'
import { watchedViews } from './watchedViews.ts'

/** The source of each kind. A kind without a source does not compile. */
export const sources: Readonly<Record<WorkKind, Source>> = {
  confirmation: confirmations,
  capture: captures,
  link: links,
  link_asked: askedLinks,
  refund_approval: refundApprovals,
  access_request: accessRequests,
  refund_late: lateRefunds,
  duplicate: duplicates,
  payout_returned: returnedPayouts,
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
