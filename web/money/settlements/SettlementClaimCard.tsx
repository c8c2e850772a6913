import { useQueryClient } from '@tanstack/react-query'
import { settlementClaimClose, type SettlementClaim, type WholeSettlement } from '#contract/money/settlements'
import { write } from '../../platform/api/write.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { claimKind, differenceText } from './claimText.ts'

type SettlementClaimCardProps = {
  settlement: WholeSettlement
  claim: SettlementClaim
  /** Disputes the answer; null when there is none, or the member may not. */
  onDisagree: (() => void) | null
}

/** The settlement's last claim: difference, messages, and actions to close or dispute it. */
export function SettlementClaimCard({ settlement, claim, onDisagree }: SettlementClaimCardProps) {
  const { merchantId, may } = useMerchant()
  const client = useQueryClient()
  const { busy, error, submit } = useSend(async (_: object, key) => {
    await write(settlementClaimClose, { params: { merchantId, settlementId: settlement.id }, body: { claim: claim.id }, key })
    await client.invalidateQueries({ queryKey: ['settlementDetail'] })
    void client.invalidateQueries({ queryKey: ['inboxList'] })
    showToast(t('settlements.claim.closed'), { key: 'claim' })
  })
  return (
    <section aria-labelledby="claim-title" className="mt-5 rounded-4 border border-line px-4.5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="claim-title" className="text-lg font-strong">
          {t('settlements.claim.title')}
        </h2>
        <StatusBadge shape="pill" kind={claimKind[claim.state]} label={t(`settlements.claim.state.${claim.state}`)} />
      </div>
      <p className="pt-1.5 text-md">{differenceText(claim)}</p>
      {claim.note !== null && <ClaimMessage by={whoText(claim)} words={claim.note} />}
      {claim.note === null && <p className="pt-1 text-sm text-ink-3">{whoText(claim)}</p>}
      {claim.answer !== null && claim.answeredAt !== null && (
        <ClaimMessage by={t('settlements.claim.answeredOn', { when: dateTime(claim.answeredAt) })} words={claim.answer} />
      )}
      {claim.state === 'open' && <p className="pt-3 text-md text-ink-2">{t('settlements.claim.waits')}</p>}
      {claim.state !== 'closed' && may('settlementClaimClose') && (
        <div className="flex flex-wrap gap-2.5 pt-3.5">
          <Button
            variant={claim.state === 'answered' ? 'filled' : 'outlined'}
            size="small"
            busy={busy}
            busyLabel={t('shell.saving')}
            onClick={() => submit({})}
          >
            {t(claim.state === 'answered' ? 'settlements.claim.settle' : 'settlements.claim.withdraw')}
          </Button>
          {onDisagree && (
            <Button variant="outlined" size="small" onClick={onDisagree}>
              {t('settlements.claim.disagree')}
            </Button>
          )}
        </div>
      )}
      <SendProblem error={error} />
    </section>
  )
}

function ClaimMessage({ by, words }: { by: string; words: string }) {
  return (
    <div className="mt-3 border-l border-line pl-4">
      <p className="text-sm text-ink-3">{by}</p>
      <p className="text-md wrap-anywhere whitespace-pre-line">{words}</p>
    </div>
  )
}

const whoText = ({ openedBy, openedAt }: SettlementClaim) =>
  openedBy === null
    ? t('settlements.claim.openedOn', { when: dateTime(openedAt) })
    : t('settlements.claim.openedBy', { when: dateTime(openedAt), name: openedBy })
