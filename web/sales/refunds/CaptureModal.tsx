import type { Operation } from '#contract/sales/operations'
import { operationCapture } from '#contract/sales/operationVerbs'
import { canCapture } from '#domain/sales/operations/lifecycle'
import { merchantNow } from '../../platform/api/merchantNow.ts'
import { dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { ActionRoute } from './ActionRoute.tsx'
import { mayExtendCapture } from '../operationStatus/operationActions.ts'
import { factsOf } from '../operationStatus/operationFacts.ts'
import { orderText } from '../operationStatus/operationText.ts'
import { hasUnknownOutcome, useMoneyAction } from './useMoneyAction.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

const allowed = (operation: Operation) =>
  canCapture(factsOf(operation), merchantNow()).allowed || hasUnknownOutcome('capture', operation.id)

/** Captures the whole remaining amount: total − voided − captured, shown as that sum. */
function CaptureForm({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { merchantId, flag, may } = useMerchant()
  const { totalAmount, voidedAmount, capturedAmount, remainingCaptureAmount, captureBy, netAmount } = operation
  const amount = money(remainingCaptureAmount)
  const { phase, inFlight, send, check } = useMoneyAction({
    name: 'capture',
    endpoint: operationCapture,
    params: { merchantId, operationId: operation.id },
    operationIn: (answer) => answer.operation,
    onDone: () => {
      showToast(t('operations.capture.done', { amount }), { key: 'capture' })
      onClose()
    },
  })
  const lines = [
    { key: 'total', cents: totalAmount },
    { key: 'voided', cents: -voidedAmount },
    { key: 'captured', cents: -capturedAmount },
  ] as const
  return (
    <ActionDialog
      operation={operation}
      title={t('operations.capture.title', { order: orderText(operation) })}
      subtitle={
        captureBy === null ? t('operations.capture.subtitlePlain') : t('operations.capture.subtitle', { when: dateTime(captureBy) })
      }
      verb={t('operations.verb.captureAmount', { amount })}
      note={t('operations.capture.note')}
      phase={phase}
      inFlight={inFlight}
      focusesButtons
      onSubmit={() => send({})}
      onCheck={check}
      onClose={onClose}
    >
      <p className="pb-4 text-base">
        {t('operations.capture.what', { name: operation.customer.firstName })}
        {!inFlight && mayExtendCapture(operation, may, merchantNow()) && (
          <span className="block pt-1 text-md text-ink-2">
            {t('operations.extend.offer')}{' '}
            <Anchor className={linkClass} href={paths.operation(merchantId, operation.id, { dialog: 'extend', ...flag })}>
              {t('operations.extend.verb')}
            </Anchor>
          </span>
        )}
      </p>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6">
        {lines
          .filter(({ key, cents }) => key === 'total' || cents !== 0)
          .map(({ key, cents }) => (
            <div key={key} className="contents">
              <dt className="border-b border-line py-2">{t(`operations.capture.line.${key}`)}</dt>
              <dd className="border-b border-line py-2 text-right">
                <Money cents={cents} />
              </dd>
            </div>
          ))}
        <dt className="py-2.5 font-strong">{t('operations.capture.line.remaining')}</dt>
        <dd className="py-2.5 text-right font-strong">
          <Money cents={remainingCaptureAmount} />
        </dd>
      </dl>
      {netAmount !== null && capturedAmount === 0 && (
        <p className="pt-3 text-md text-ink-2">{t('operations.capture.net', { amount: money(netAmount) })}</p>
      )}
    </ActionDialog>
  )
}

/** Dialog route over the operation. */
function CaptureRoute() {
  return <ActionRoute allowed={allowed} refusal={t('operations.capture.blocked')} form={CaptureForm} />
}

export const CaptureModal: Screen = { component: CaptureRoute }
