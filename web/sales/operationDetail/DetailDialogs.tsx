import { Suspense, useEffect, useState } from 'react'
import type { Operation } from '#contract/sales/operations'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { PageBoundary } from '../../platform/outage/PageBoundary.tsx'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { readDetailDialog } from './detailDialog.ts'
import { hasUnknownOutcome } from '../refunds/useMoneyAction.ts'
import { buttonsOf, mayExtendCapture } from '../operationStatus/operationActions.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { lazyWithRetry } from '../../platform/ui/controls/lazyWithRetry.tsx'

const ConfirmModal = lazyWithRetry(async () => (await import('../refunds/ConfirmModal.tsx')).ConfirmModal)
const ExtendCaptureModal = lazyWithRetry(async () => (await import('../refunds/ExtendCaptureModal.tsx')).ExtendCaptureModal)
const PrivacyModal = lazyWithRetry(async () => (await import('./PrivacyModal.tsx')).PrivacyModal)
const ReceiptModal = lazyWithRetry(async () => (await import('../refunds/ReceiptModal.tsx')).ReceiptModal)

/** Dialogs of an operation that are opened by a query parameter instead of a route. */
export function DetailDialogs({ operation, now }: { operation: Operation; now: Date }) {
  const { merchantId, may, flag } = useMerchant()
  const { search } = useAddress()
  const dialog = readDetailDialog(search)
  const close = () => go(paths.operation(merchantId, operation.id, flag), { replace: true, keepScroll: true })
  const refund =
    dialog?.name === 'receipt' ? operation.refunds.find(({ id, state }) => id === dialog.refundId && state === 'completed') : undefined
  return (
    <PageBoundary key={dialog?.name} onClose={close}>
      <Suspense fallback={null}>
        {dialog?.name === 'confirm' && buttonsOf(operation, may, now).includes('confirm') && (
          <ConfirmModal operation={operation} onClose={close} />
        )}
        {dialog?.name === 'extend' && <ExtendCapture operation={operation} now={now} onClose={close} />}
        {dialog?.name === 'privacy' && may('customerErasureView') && <PrivacyModal operation={operation} onClose={close} />}
        {refund && <ReceiptModal operation={operation} refund={refund} onClose={close} />}
      </Suspense>
    </PageBoundary>
  )
}

/** Decided once: the extension itself makes the operation no longer allow it while the dialog is open. */
function ExtendCapture({ operation, now, onClose }: { operation: Operation; now: Date; onClose: () => void }) {
  const { may } = useMerchant()
  const [isAllowed] = useState(() => mayExtendCapture(operation, may, now) || hasUnknownOutcome('extend', operation.id))
  useEffect(() => {
    if (isAllowed) return
    showToast(t('operations.extend.blocked'))
    onClose()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it was opened
  }, [isAllowed])
  return isAllowed ? <ExtendCaptureModal operation={operation} onClose={onClose} /> : null
}
