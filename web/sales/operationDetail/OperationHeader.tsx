import Landmark from 'lucide-react/icons/landmark'
import Printer from 'lucide-react/icons/printer'
import Timer from 'lucide-react/icons/timer'
import Undo2 from 'lucide-react/icons/undo-2'
import { Fragment } from 'react'
import type { Operation } from '#contract/sales/operations'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { Flag } from '../../platform/ui/feedback/Flag.tsx'
import { HeroAmount } from '../../platform/ui/figures/HeroAmount.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { buttonsOf } from '../operationStatus/operationActions.ts'
import { flagsOf, type OperationFlag } from '../operationStatus/operationFlags.ts'
import { buyerText, flagText, reasonText } from '../operationStatus/operationText.ts'
import { statusKind } from '../operationStatus/statusKind.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { isCharged } from './moneyAccount.ts'
import { hasLink } from './hasLink.ts'
import { LinkButtons } from './LinkButtons.tsx'
import { ActionButton } from './ActionButton.tsx'
import { WhyNotRefund } from './WhyNotRefund.tsx'

const icons: Partial<Record<OperationFlag['name'], typeof Timer>> = { held: Timer, settled: Landmark, pendingSettlement: Landmark }

/** Customer, amount, net for the shop, status and actions. */
export function OperationHeader({ operation, now }: { operation: Operation; now: Date }) {
  const { may } = useMerchant()
  const actions = buttonsOf(operation, may, now)
  const { customer, mid } = operation
  const reason = reasonOf(operation)
  const linked = hasLink(operation)
  return (
    <header className="pt-5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-md text-ink-2">
        <b translate="no" className="text-base font-strong text-ink max-md:w-full">
          {buyerText(`${customer.firstName} ${customer.lastName}`)}
        </b>
        <span aria-hidden className="text-ink-3 max-md:hidden">
          ·
        </span>
        {mid === null ? (
          t('operations.noOrder')
        ) : (
          <span className="inline-flex items-center gap-1.5">
            {mid}
            <CopyButton iconOnly text={mid} label={t('operations.detail.copyOrder', { order: mid })} copiedLabel={t('operations.copied')} />
          </span>
        )}
        {[t(`operations.channelLong.${operation.channel}`), date(operation.created)].map((fact) => (
          <Fragment key={fact}>
            <span aria-hidden className="text-ink-3">
              ·
            </span>
            <span>{fact}</span>
          </Fragment>
        ))}
        {operation.sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 id="operation-title" className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5">
          <HeroAmount cents={operation.totalAmount} />
          <span className="text-base font-normal text-ink-2">{netText(operation)}</span>
        </h1>
        <div
          role="group"
          aria-label={t('operations.detail.actions')}
          className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:hidden"
        >
          <Button variant="quiet" icon={<Printer aria-hidden />} onClick={() => window.print()}>
            {t('operations.detail.print')}
          </Button>
          {actions.toReversed().map((action) => (
            <ActionButton
              key={action}
              operation={operation}
              action={action}
              filled={action === actions[0] && !linked}
              {...(action === 'refund' && { icon: <Undo2 aria-hidden /> })}
            />
          ))}
          <LinkButtons operation={operation} />
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <StatusBadge shape="pill" kind={statusKind[operation.substatus]} label={t(`operations.substatus.${operation.substatus}`)} />
        {reason && <Flag>{reason}</Flag>}
        {flagsOf(operation).map((flag) => {
          const Icon = icons[flag.name]
          return (
            <Flag key={flag.name} icon={Icon && <Icon aria-hidden />}>
              {flagText(flag)}
            </Flag>
          )
        })}
        <WhyNotRefund operation={operation} now={now} />
      </div>
      {(actions.length > 0 || linked) && (
        <div className="action-bar fixed inset-x-0 z-5 flex flex-wrap gap-2 border-t border-line bg-sheet px-(--gutter) py-2.5 *:flex-1 md:hidden">
          {actions
            .slice(0, 2)
            .toReversed()
            .map((action) => (
              <ActionButton key={action} wide operation={operation} action={action} filled={action === actions[0] && !linked} />
            ))}
          <LinkButtons wide operation={operation} />
        </div>
      )}
    </header>
  )
}

/** The reason of the status, unless a flag already shows it. */
function reasonOf(operation: Operation): string | null {
  const { category, substatus, suspensionReason } = operation
  const isFlagged = substatus === 'pending_merchant' || suspensionReason === 'merchant_cancelled' || suspensionReason === 'fully_refunded'
  if (isFlagged || (category === 'accepted' && suspensionReason === null)) return null
  return reasonText(operation)
}

function netText(operation: Operation) {
  const { netAmount, capturedAmount, statusReason } = operation
  // Hidden from this member.
  if (!isCharged(operation)) return null
  if (netAmount === null) return t('operations.detail.netNone')
  const key =
    capturedAmount > 0
      ? 'net'
      : statusReason === 'capture_required'
        ? 'netCapture'
        : statusReason === 'confirmation_required'
          ? 'netConfirm'
          : 'netForecast'
  return (
    <>
      <b className="font-strong text-ink">{money(netAmount)}</b> {t(`operations.detail.${key}`)}
    </>
  )
}
