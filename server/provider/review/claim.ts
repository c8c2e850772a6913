import { workDeadline } from '#domain/provider/workTargets'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { waitingClaim } from '../../money/settlements/claims.ts'

/** A claim that waits for an answer. */
export const consoleClaim: ConsoleHandler<'consoleClaim'> = async ({ services, params }) => {
  const found = await waitingClaim(services.database, idFrom(params.claimId))
  if (!found) throw notFound(params.claimId)
  const { settlement, linesNet } = found.evidence
  return {
    id: hexOf(found.id),
    reference: found.reference,
    shop: found.shop,
    about: found.about,
    difference: Number(found.difference_cents),
    bankAmount: found.bank_cents === null ? null : Number(found.bank_cents),
    bankOn: found.bank_on,
    note: found.note,
    openedAt: found.opened_at.toISOString(),
    deadline: workDeadline('claim', found.opened_at).toISOString(),
    evidence: {
      lineCount: settlement.lineCount,
      linesNet,
      openingBalance: settlement.openingBalance,
      netAmount: settlement.netAmount,
      closingBalance: settlement.closingBalance,
    },
  }
}
