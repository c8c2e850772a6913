import { isolated } from '#domain/platform/direction'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { customerErase, customerErasureView, type CustomerErasure } from '#contract/sales/customerErasure'
import type { Operation } from '#contract/sales/operations'
import { query } from '../../platform/api/query.ts'
import { write } from '../../platform/api/write.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { orderText } from '../operationStatus/operationText.ts'
import { SendProblem } from '../../platform/requests/SendProblem.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { withStepUp } from '../../platform/session/stepUp.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { PrivacyReceipt } from './PrivacyReceipt.tsx'

/** In the order of the law; erasure ordered by an authority is handled by the provider. */
const grounds = ['request', 'consent', 'unlawful'] as const
type Ground = (typeof grounds)[number]

type PrivacyModalProps = { operation: Operation; onClose: () => void }

/** The right to erasure (GDPR, art. 17): the owner erases the customer's data, or sees what was erased and what is kept. */
export function PrivacyModal({ operation, onClose }: PrivacyModalProps) {
  const { merchantId } = useMerchant()
  const erasureRead = useQuery(query(customerErasureView, { params: { merchantId, operationId: operation.id } }))
  const { data: erasure } = erasureRead
  const slow = useDelayed(erasureRead.isPending)
  if (erasureRead.isPending && !slow) return null
  if (erasure && erasure.hiddenAt === null && erasure.asked === null)
    return <EraseForm operation={operation} erasure={erasure} onClose={onClose} />
  return (
    <Dialog
      title={t(operation.customer.hiddenAt === null && !erasure ? 'privacy.card.erase' : 'privacy.receipt.title')}
      tag={<ModeTag />}
      subtitle={orderText(operation)}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      {erasure && <PrivacyReceipt erasure={erasure} />}
      {erasureRead.isPending && (
        <div role="group" aria-busy="true" aria-label={t('privacy.loading')} className="grid gap-4">
          <Skeleton width={360} />
          <Skeleton width={280} />
          <Skeleton width={320} className="h-11" />
        </div>
      )}
      {erasureRead.isError && !erasure && (
        <FailureCard
          title={t('privacy.failed')}
          error={erasureRead.error}
          onRetry={() => void erasureRead.refetch()}
          retrying={erasureRead.isFetching}
        />
      )}
    </Dialog>
  )
}

function useErase({ operation }: PrivacyModalProps) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  return useSend(async (ground: Ground, key) => {
    const params = { merchantId, operationId: operation.id }
    const done = await withStepUp(t('privacy.why'), () => write(customerErase, { params, body: { ground }, key }))
    if (done === null) return
    client.setQueryData(query(customerErasureView, { params }).queryKey, done)
    for (const name of ['operationDetail', 'operationList', 'noteList']) void client.invalidateQueries({ queryKey: [name] })
    showToast(t(done.hiddenAt === null ? 'privacy.erase.waits' : 'privacy.erase.done'))
  })
}

/** The customer's operations with the effect on each, the reason, and the password. Replaced by the receipt. */
function EraseForm({ operation, erasure, onClose }: PrivacyModalProps & { erasure: CustomerErasure }) {
  const [ground, setGround] = useState<Ground>('request')
  const { busy, error, submit } = useErase({ operation, onClose })
  const { firstName, lastName } = operation.customer
  const own = erasure.operations.find(({ id }) => id === operation.id)
  const nothingNow = erasure.operations.every(({ when }) => when !== 'now')
  return (
    <Dialog
      title={t('privacy.erase.title', { name: `${firstName} ${lastName}`.trim() })}
      tag={<ModeTag />}
      subtitle={orderText(operation)}
      onClose={onClose}
      onSubmit={() => submit(ground)}
      firstFocus="h2"
      footer={
        <DialogActions onBack={onClose} back={t('shell.close')} busy={busy} busyLabel={t('privacy.erase.busy')}>
          {t(nothingNow ? 'privacy.erase.later' : 'privacy.erase.submit')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        {own !== undefined && own.when !== 'now' ? (
          <Banner tone="warning">{t('privacy.open')}</Banner>
        ) : (
          <p className="text-base">{t('privacy.erase.lead')}</p>
        )}
        <Affected operations={erasure.operations} />
        <Field label={t('privacy.erase.ground')}>
          <Select value={ground} onChange={({ target }) => setGround(grounds.find((one) => one === target.value) ?? 'request')}>
            {grounds.map((one) => (
              <option key={one} value={one}>
                {t(`privacy.ground.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <p className="text-md text-ink-2">{t('privacy.erase.stays')}</p>
        <SendProblem error={error} />
      </div>
    </Dialog>
  )
}

const Affected = ({ operations }: Pick<CustomerErasure, 'operations'>) => (
  <section aria-labelledby="privacy-operations">
    <h3 id="privacy-operations" className="pb-1 text-md font-strong">
      {t('privacy.operations', { count: operations.length })}
    </h3>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be keyboard-focusable */}
    <div role="group" aria-labelledby="privacy-operations" tabIndex={0} className="max-h-72 overflow-y-auto">
      <ul className="grid">
        {operations.map((one) => (
          <li key={one.id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 text-md last:border-0">
            <span className="min-w-0 wrap-anywhere">
              {orderText(one)} <span className="text-ink-3">{date(one.created)}</span>
            </span>
            <span className="font-medium">{money(one.totalAmount)}</span>
            <span className="w-full text-sm wrap-anywhere text-ink-2">
              {one.customerName && `${isolated(one.customerName)} · `}
              {t(`privacy.when.${one.when}`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
