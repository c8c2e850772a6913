import type { Operation } from '#contract/sales/operations'
import { operationCaptureExtend } from '#contract/sales/operationVerbs'
import { captureDeadline } from '#domain/sales/operations/lifecycle'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { orderText } from '../operationStatus/operationText.ts'
import { useMoneyAction } from './useMoneyAction.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** Puts off the deadline for capture, once: the order is not ready to leave. */
export function ExtendCaptureModal({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { merchantId } = useMerchant()
  const until = captureDeadline(new Date(operation.confirmed ?? operation.created), true).toISOString()
  const { phase, inFlight, send, check } = useMoneyAction({
    name: 'extend',
    endpoint: operationCaptureExtend,
    params: { merchantId, operationId: operation.id },
    operationIn: (answer) => answer,
    onDone: () => {
      showToast(t('operations.extend.done', { date: date(until) }), { key: 'extend' })
      onClose()
    },
  })
  return (
    <ActionDialog
      operation={operation}
      title={t('operations.extend.title', { order: orderText(operation) })}
      subtitle={t('operations.capture.subtitle', { when: dateTime(operation.captureBy ?? until) })}
      verb={t('operations.extend.button', { date: date(until) })}
      note={t('operations.extend.note')}
      phase={phase}
      inFlight={inFlight}
      focusesButtons
      onSubmit={() => send(undefined)}
      onCheck={check}
      onClose={onClose}
    >
      <p className="text-base">{t('operations.extend.what', { when: dateTime(until), name: operation.customer.firstName })}</p>
    </ActionDialog>
  )
}
