import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operation } from '#contract/sales/operations'
import { operationCancel, operationCancelPreview } from '#contract/sales/operationVerbs'
import { canCancel } from '#domain/sales/operations/lifecycle'
import { query } from '../../platform/api/query.ts'
import { merchantNow } from '../../platform/api/merchantNow.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { ActionRoute } from './ActionRoute.tsx'
import { CancelReason, type CancelWhy } from './CancelReason.tsx'
import { ImpactCard } from './ImpactCard.tsx'
import { factsOf } from '../operationStatus/operationFacts.ts'
import { configurationRead } from '../operationStatus/operationReads.ts'
import { hasUnknownOutcome, useMoneyAction } from './useMoneyAction.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

const allowed = (operation: Operation) => canCancel(factsOf(operation), merchantNow()).allowed || hasUnknownOutcome('cancel', operation.id)

/** Cancels an operation: before capture nothing was charged; after it, the whole remaining amount is refunded. */
function CancelForm({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { merchantId, shopName } = useMerchant()
  const params = { merchantId, operationId: operation.id }
  const charged = operation.capturedAmount > 0
  const { data: configuration } = useQuery(configurationRead(merchantId))
  const preview = useQuery({ ...query(operationCancelPreview, { params }), enabled: charged, staleTime: 2_000 })
  const [understood, setUnderstood] = useState(false)
  const [why, setWhy] = useState<CancelWhy>({ reason: 'customer_request', comment: '' })
  const noteMissing = why.reason === 'other' && why.comment.trim() === ''
  const { phase, inFlight, send, check } = useMoneyAction({
    name: 'cancel',
    endpoint: operationCancel,
    params,
    operationIn: (answer) => answer,
    onDone: () => {
      showToast(t(charged ? 'operations.cancel.doneCharged' : 'operations.cancel.done'), { key: 'cancel' })
      onClose()
    },
  })
  const held = charged && (configuration?.refundHoldSeconds ?? 0) > 0
  // Until the preview is loaded no field is rendered that might be removed again together with the focus.
  const final = !charged || configuration?.refundHoldSeconds === 0
  const amount = money(operation.remainingAmount)
  return (
    <ActionDialog
      operation={operation}
      size={charged ? 'money' : 'other'}
      title={t('operations.cancel.title', { name: `${operation.customer.firstName} ${operation.customer.lastName}` })}
      subtitle={t(charged ? 'operations.cancel.subtitleCharged' : 'operations.cancel.subtitle', { amount })}
      verb={charged ? t('operations.cancel.buttonCharged', { amount }) : t('operations.cancel.button')}
      note={held ? t('operations.cancel.holds', { seconds: configuration?.refundHoldSeconds ?? 0 }) : final && t('operations.cancel.final')}
      problem={noteMissing ? t('operations.refund.problem.note') : held || understood ? null : t('operations.cancel.confirmFirst')}
      phase={phase}
      inFlight={inFlight}
      onSubmit={() => send({ ...why, comment: why.comment.trim() || undefined })}
      onCheck={check}
      onClose={onClose}
    >
      <p className="text-base">
        {t(
          charged
            ? 'operations.cancel.whatCharged'
            : operation.substatus === 'pending_customer'
              ? 'operations.cancel.whatLink'
              : 'operations.cancel.what',
          { amount },
        )}
      </p>
      <CancelReason why={why} onChange={setWhy} />
      {charged && (
        <ImpactCard
          effect={preview.data?.preview ?? null}
          pending={preview.isPending}
          error={preview.error}
          onRetry={() => void preview.refetch()}
          shop={shopName}
          operation={operation}
          whole
        />
      )}
      {final && (
        <div className="pt-4">
          <Checkbox
            label={t('operations.cancel.understand')}
            checked={understood}
            onChange={(event) => setUnderstood(event.target.checked)}
          />
        </div>
      )}
    </ActionDialog>
  )
}

/** Dialog route over the operation. */
function CancelRoute() {
  return <ActionRoute allowed={allowed} refusal={t('operations.cancel.blocked')} form={CancelForm} />
}

export const CancelModal: Screen = { component: CancelRoute }
