import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Landmark from 'lucide-react/icons/landmark'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useState } from 'react'
import type { Settlement } from '#contract/money/settlements'
import { joinTexts } from '#domain/platform/direction'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { accountText } from '../../sales/operationStatus/accountText.ts'
import { ActivityLink } from '../../sales/operationStatus/ActivityLink.tsx'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { Flag } from '../../platform/ui/feedback/Flag.tsx'
import { HeroAmount } from '../../platform/ui/figures/HeroAmount.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { ClaimModal } from './ClaimModal.tsx'
import { bankOf, mayClaim } from './claimText.ts'
import { equationOf } from './equationOf.ts'
import { lineChoice } from './lineChoice.ts'
import { linesRead, settlementRead } from './settlementReads.ts'
import { periodText, settlementKind, stateDetail } from './settlementText.ts'
import { SettlementClaimCard } from './SettlementClaimCard.tsx'
import { SettlementEquation } from './SettlementEquation.tsx'
import { SettlementLines } from './SettlementLines.tsx'
import { CollectedFlag } from './CollectedFlag.tsx'
import { ReturnedPayment } from './ReturnedPayment.tsx'

/** Prefetches the settlement and its lines. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const { merchantId = '', settlementId = '' } = params
  const { part, page } = lineChoice(search)
  void queryClient.prefetchQuery(settlementRead(merchantId, settlementId))
  void queryClient.prefetchQuery(linesRead(merchantId, settlementId, part, page))
}

/** A settlement: paid amount, equation, and the lines behind each term. */
function SettlementDetail() {
  const { merchantId, flag, sandbox, may } = useMerchant()
  const { params } = useAddress()
  const [claiming, setClaiming] = useState(false)
  const settlementId = params['settlementId'] ?? ''
  const read = useQuery(settlementRead(merchantId, settlementId))
  const { data } = read
  const back = <BackLink href={paths.settlements(merchantId, flag)}>{t('settlements.back')}</BackLink>
  if (!data) {
    return (
      <>
        {back}
        <div className="pt-6">
          <ReadState read={read} failed={t('settlements.failed.detail')} loading={t('settlements.loading')}>
            <Skeleton width={260} />
            <Skeleton width={220} className="h-9" />
            <div className="rounded-4 border border-line p-5">
              <Skeleton width={420} className="h-9" />
            </div>
          </ReadState>
        </div>
      </>
    )
  }
  const onClaim = mayClaim(data, sandbox, may) ? () => setClaiming(true) : null
  const answered = data.claim?.state === 'answered' ? data.claim : null
  return (
    <article aria-labelledby="settlement-title" className="max-md:pb-20">
      {back}
      <Header settlement={data} invoice={data.invoice} />
      <ReturnedPayment settlement={data} />
      <SettlementEquation settlement={data} onClaim={answered === null ? onClaim : null} />
      {data.claim !== null && <SettlementClaimCard settlement={data} claim={data.claim} onDisagree={answered === null ? null : onClaim} />}
      <SettlementLines settlement={data} />
      <ActivityLink object={settlementId}>{t('settlements.activity')}</ActivityLink>
      {claiming && (
        <ClaimModal
          settlement={data}
          bank={answered && bankOf(answered)}
          unexplained={equationOf(data).differenceCents}
          disagrees={answered?.id}
          onClose={() => setClaiming(false)}
        />
      )}
    </article>
  )
}

type HeaderProps = { settlement: Settlement; invoice: { id: string; number: string } | null }

function Header({ settlement, invoice }: HeaderProps) {
  const { merchantId, sandbox, flag } = useMerchant()
  const download = paths.settlementDownload(merchantId, settlement.id, flag)
  // Collected and returned are shown by their own component, together with their actions.
  const detail = settlement.collectedOn === null && settlement.returned === null ? stateDetail(settlement) : null
  return (
    <header className="pt-5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-md text-ink-2">
        <span className="inline-flex items-center gap-1.5 max-md:w-full">
          <b className="text-base font-strong text-ink">{settlement.reference}</b>
          <CopyButton
            iconOnly
            text={settlement.reference}
            label={t('settlements.copyReference', { reference: settlement.reference })}
            copiedLabel={t('operations.copied')}
          />
          {sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
        </span>
        <span>
          {joinTexts([
            t('settlements.operationsOf', { days: periodText(settlement) }),
            t('settlements.valueOn', { date: date(settlement.valueOn) }),
          ])}
        </span>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 id="settlement-title">
          <HeroAmount cents={settlement.netAmount} />
        </h1>
        <span className="ml-auto max-md:hidden">
          <Button variant="filled" icon={<Download aria-hidden />} href={download}>
            {t('shell.download')}
          </Button>
        </span>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <StatusBadge shape="pill" kind={settlementKind[settlement.status]} label={t(`settlements.state.${settlement.status}`)} />
        {settlement.collectedOn !== null && <CollectedFlag settlement={settlement} />}
        {detail !== null && <Flag icon={<Landmark aria-hidden />}>{detail}</Flag>}
        {settlement.ibanLast4 !== null && <Flag>{accountText(settlement.ibanLast4)}</Flag>}
        {invoice !== null && (
          <Anchor
            className={`${linkClass} inline-flex min-h-6 items-center gap-1.5 text-md max-md:min-h-11`}
            href={paths.invoice(merchantId, invoice.id, flag)}
          >
            <ReceiptText aria-hidden className="size-3.75" />
            {t('invoices.invoice', { number: invoice.number })}
          </Anchor>
        )}
      </div>
      <div className="action-bar fixed inset-x-0 z-5 border-t border-line bg-sheet px-(--gutter) py-2.5 md:hidden">
        <Button wide variant="filled" icon={<Download aria-hidden />} href={download}>
          {t('shell.download')}
        </Button>
      </div>
    </header>
  )
}

export const SettlementPage: Screen = { component: SettlementDetail, loader }
