import { workDeadline } from '#domain/provider/workTargets'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { waitingClaim } from '../../money/settlements/claims.ts'

/** A claim that waits for an answer. */
export const consoleClaim: ConsoleHandler<'consoleClaim'> = async ({ services, params }) => {
  const claim = await waitingClaim(services.database, idFrom(params.claimId))
  if (!claim) throw notFound(params.claimId)
  const { settlement, linesNet } = claim.evidence
  return {
    id: hexOf(claim.id),
    reference: claim.reference,
    shop: claim.shop,
    about: claim.about,
    difference: Number(claim.difference_cents),
    bankAmount: claim.bank_cents === null ? null : Number(claim.bank_cents),
    bankOn: claim.bank_on,
    note: claim.note,
    openedAt: claim.opened_at.toISOString(),
    deadline: workDeadline('claim', claim.opened_at).toISOString(),
    evidence: {
      lineCount: settlement.lineCount,
      linesNet,
      openingBalance: settlement.openingBalance,
      netAmount: settlement.netAmount,
      closingBalance: settlement.closingBalance,
    },
  }
}
