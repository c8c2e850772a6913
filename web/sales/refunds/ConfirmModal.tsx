import type { Operation } from '#contract/sales/operations'
import { operationConfirm } from '#contract/sales/operationVerbs'
import { isCaptureDeferred } from '#domain/sales/operations/lifecycle'
import { dateTime, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { factsOf } from '../operationStatus/operationFacts.ts'
import { orderText } from '../operationStatus/operationText.ts'
import { useMoneyAction } from './useMoneyAction.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** Confirms an approved order and explains what starts with it. */
export function ConfirmModal({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const deferred = isCaptureDeferred(factsOf(operation))
  const amount = money(operation.totalAmount)
  const { phase, inFlight, send, check } = useMoneyAction({
    name: 'confirm',
    endpoint: operationConfirm,
    params: { merchantId, operationId: operation.id },
    operationIn: (answer) => answer,
    onDone: () => {
      showToast(t('operations.confirm.done'), { key: 'confirm' })
      onClose()
    },
  })
  return (
    <ActionDialog
      operation={operation}
      title={t('operations.confirm.title', { order: orderText(operation) })}
      subtitle={
        operation.confirmBy === null
          ? t('operations.confirm.subtitlePlain')
          : t('operations.confirm.subtitle', { when: dateTime(operation.confirmBy) })
      }
      verb={t('operations.confirm.button', { amount })}
      note={t('operations.confirm.note')}
      phase={phase}
      inFlight={inFlight}
      focusesButtons
      onSubmit={() => send(undefined)}
      onCheck={check}
      onClose={onClose}
    >
      <p className="text-base">
        {t(deferred ? 'operations.confirm.whatDeferred' : 'operations.confirm.what', { name: operation.customer.firstName, amount })}
      </p>
      {operation.netAmount !== null && !deferred && (
        <p className="pt-2 text-md text-ink-2">{t('operations.capture.net', { amount: money(operation.netAmount) })}</p>
      )}
    </ActionDialog>
  )
}
