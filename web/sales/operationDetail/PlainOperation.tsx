import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operationCancel, operationCapture, operationRefund, operationRefundPreview } from '#contract/sales/operationVerbs'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { query } from '../../platform/api/query.ts'
import { write } from '../../platform/api/write.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'

type Params = { merchantId: string; operationId: string }
type Whole = 'cancel' | 'capture'

/**
 * An operation that the provider's API does not return: what can be done by its number alone is still offered, that is refund, cancel and
 * capture.
 */
export function PlainOperation({ merchantId, operationId }: Params) {
  const { may } = useMerchant()
  const params = { merchantId, operationId }
  const [action, setAction] = useState<Whole | null>(null)
  // A new form for each refund: the next one of the same amount is not a retry.
  const [round, setRound] = useState(0)
  return (
    <article aria-labelledby="operation-title" className="grid max-w-[560px] gap-7 pt-5">
      <header className="grid gap-2">
        <h1 id="operation-title" className="font-display text-title-lg font-title tracking-tight [overflow-wrap:anywhere]">
          {t('operations.plain.title', { id: operationId })}
        </h1>
        <p className="text-ink-2">{t('operations.plain.text')}</p>
      </header>
      {may('operationRefund') && <RefundByNumber key={round} params={params} onDone={() => setRound(round + 1)} />}
      <div className="flex flex-wrap gap-2">
        {may('operationCapture') && <Button onClick={() => setAction('capture')}>{t('operations.verb.capture')}</Button>}
        {may('operationCancel') && <Button onClick={() => setAction('cancel')}>{t('operations.verb.cancel')}</Button>}
      </div>
      {action && <WholeDialog whole={action} params={params} onClose={() => setAction(null)} />}
    </article>
  )
}

/** The amount to refund, at refundable the remaining amount if the provider reports one. */
function RefundByNumber({ params, onDone }: { params: Params; onDone: () => void }) {
  const client = useQueryClient()
  const preview = query(operationRefundPreview, { params })
  const { data } = useQuery(preview)
  const [amount, setAmount] = useState<number | null>(null)
  const refundable = data && !Number.isNaN(data.remainingAmount) ? data.remainingAmount : null
  const { busy, error, submit } = useSend<{ amount: number }>(async (body, key) => {
    // Done, refused or unknown: the remaining amount shows it.
    await write(operationRefund, { params, body, key }).finally(() => client.invalidateQueries({ queryKey: preview.queryKey }))
    showToast(t('operations.plain.refunded', { amount: money(body.amount) }), { key: 'refund' })
    onDone()
  })
  const isBeyond = amount !== null && refundable !== null && amount > refundable
  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        if (amount !== null && amount > 0 && !isBeyond) submit({ amount })
      }}
    >
      <Field
        id="plain-refund"
        label={t('operations.refund.amount')}
        help={refundable === null ? undefined : t('operations.plain.most', { amount: money(refundable) })}
        error={isBeyond ? t('operations.refund.problem.tooMuch', { amount: money(refundable) }) : undefined}
      >
        <MoneyInput value={amount} onChange={setAmount} />
      </Field>
      {error !== null && <Problem error={error} />}
      <div>
        <Button type="submit" variant="filled" busy={busy} busyLabel={t('shell.sending')}>
          {amount ? t('operations.refund.button', { amount: money(amount) }) : t('operations.verb.refund')}
        </Button>
      </div>
    </Form>
  )
}

/** Why it failed, or that its outcome is unknown. */
function Problem({ error }: { error: unknown }) {
  return (
    <Banner tone="error" live title={failureText(error)}>
      {isApiFailure(error) && error.outcomeUnknown && t('operations.plain.unknown')}
    </Banner>
  )
}

/** Asks for confirmation before the whole operation is cancelled or captured. */
function WholeDialog({ whole, params, onClose }: { whole: Whole; params: Params; onClose: () => void }) {
  const { busy, error, submit } = useSend<Params>(async (_, key) => {
    if (whole === 'cancel') await write(operationCancel, { params, body: {}, key })
    else await write(operationCapture, { params, body: {}, key })
    showToast(t(`operations.plain.${whole}.done`), { key: whole })
    onClose()
  })
  return (
    <ConfirmDialog
      title={t(`operations.plain.${whole}.title`, { id: params.operationId })}
      verb={t(`operations.verb.${whole}`)}
      busy={busy}
      busyLabel={t('shell.sending')}
      onConfirm={() => submit(params)}
      onClose={onClose}
    >
      <p className="text-base">{t(`operations.plain.${whole}.text`)}</p>
      {error !== null && <Problem error={error} />}
    </ConfirmDialog>
  )
}
