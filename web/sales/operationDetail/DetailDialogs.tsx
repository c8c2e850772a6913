import { Suspense } from 'react'
import type { Operation } from '#contract/sales/operations'
import { AddressDialog } from '../../platform/feedback/AddressDialog.tsx'
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
        {dialog?.name === 'confirm' && (
          <AddressDialog isAllowed={buttonsOf(operation, may, now).includes('confirm')} onClose={close}>
            <ConfirmModal operation={operation} onClose={close} />
          </AddressDialog>
        )}
        {dialog?.name === 'extend' && (
          <AddressDialog
            isAllowed={mayExtendCapture(operation, may, now) || hasUnknownOutcome('extend', operation.id)}
            refusal={t('operations.extend.blocked')}
            onClose={close}
          >
            <ExtendCaptureModal operation={operation} onClose={close} />
          </AddressDialog>
        )}
        {dialog?.name === 'privacy' && (
          <AddressDialog isAllowed={may('customerErasureView')} onClose={close}>
            <PrivacyModal operation={operation} onClose={close} />
          </AddressDialog>
        )}
        {dialog?.name === 'receipt' && (
          <AddressDialog isAllowed={refund !== undefined} onClose={close}>
            {refund && <ReceiptModal operation={operation} refund={refund} onClose={close} />}
          </AddressDialog>
        )}
      </Suspense>
    </PageBoundary>
  )
}
