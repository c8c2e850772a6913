import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { webhookDeliveryList, webhookList, type Webhook } from '#contract/merchants/webhooks'
import { load } from '../../platform/api/load.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { Pages } from '../../platform/lists/Pages.tsx'
import { usePolled } from '../../platform/requests/usePolled.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { DeliveryModal } from './DeliveryModal.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'
import { deliveriesRead, webhooksRead } from './webhookReads.ts'

type DeliveryLogProps = {
  webhook: Webhook
  page: number
  hrefOf: (more?: { dialog?: string; page?: number }) => string
  /** The open delivery. */
  openId: string | null
  onClose: () => void
}

/** Poll interval while a delivery is pending. */
const pollMs = 2_000

/** The deliveries of an endpoint and their responses. */
export function DeliveryLog({ webhook, page, hrefOf, openId, onClose }: DeliveryLogProps) {
  const { merchantId, mode } = useMerchant()
  const client = useQueryClient()
  const read = deliveriesRead(merchantId, webhook.id, page)
  const log = useQuery({ ...read, placeholderData: keepPreviousData })
  const slow = useDelayed(log.isPending && !log.isError)
  const rows = log.data?.results ?? []
  const on = webhook.state === 'on'
  usePolled(
    async () => {
      const [deliveries, webhooks] = await Promise.all([
        load(webhookDeliveryList, { params: { merchantId, webhookId: webhook.id }, query: { page }, mode, background: true, quiet: true }),
        load(webhookList, { params: { merchantId }, mode, background: true, quiet: true }),
      ])
      client.setQueryData(read.queryKey, deliveries)
      client.setQueryData(webhooksRead(merchantId).queryKey, webhooks)
    },
    pollMs,
    on && !log.isPlaceholderData && rows.some(({ state, nextAt }) => state === 'waiting' && nextAt === null),
  )
  const open = rows.find(({ id }) => id === openId)
  return (
    <FormSection title={t('webhooks.log')}>
      <p className="text-md text-ink-2">{t('webhooks.log.about')}</p>
      {log.isError ? (
        <FailureCard title={t('webhooks.failed.log')} error={log.error} onRetry={() => void log.refetch()} retrying={log.isFetching} />
      ) : log.data && rows.length === 0 ? (
        <p className="text-md text-ink-2">{t('webhooks.log.empty')}</p>
      ) : (
        <>
          {(log.data || slow) && (
            <DeliveryTable rows={log.data ? rows : null} on={on} busy={log.isPlaceholderData} hrefOf={(dialog) => hrefOf({ dialog })} />
          )}
          {log.data && <Pages label={t('webhooks.log.pages')} page={log.data} hrefFor={(number) => hrefOf({ page: number })} />}
        </>
      )}
      {open && <DeliveryModal webhook={webhook} delivery={open} onClose={onClose} />}
    </FormSection>
  )
}
