import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { Webhook } from '#contract/merchants/webhooks'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { PreferencesFrame } from '../preferences/PreferencesFrame.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDetail } from './WebhookDetail.tsx'
import { WebhookModal } from './WebhookModal.tsx'
import { WebhookSecretModal } from './WebhookSecretModal.tsx'
import { deliveriesRead, webhooksRead } from './webhookReads.ts'

/** Starts the reads before the page is rendered. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const [merchantId = '', webhookId] = [params['merchantId'], params['webhookId']]
  void queryClient.prefetchQuery(webhooksRead(merchantId))
  if (webhookId) void queryClient.prefetchQuery(deliveriesRead(merchantId, webhookId, Number(search['page'] ?? 1)))
}

/** The merchant’s webhook endpoints, and the deliveries of one of them. */
function Webhooks() {
  const { merchantId } = useMerchant()
  const { params } = useAddress()
  const read = useQuery(webhooksRead(merchantId))
  const { data } = read
  return (
    <PreferencesFrame current="webhooks">
      {data ? (
        params['webhookId'] ? (
          <One webhook={data.webhooks.find(({ id }) => id === params['webhookId'])} />
        ) : (
          <List webhooks={data.webhooks} />
        )
      ) : (
        <ReadState read={read} failed={t('webhooks.failed.list')} loading={t('webhooks.loading')}>
          <Skeleton width={320} />
          <Skeleton width={280} />
        </ReadState>
      )}
    </PreferencesFrame>
  )
}

function List({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { merchantId, flag, mode } = useMerchant()
  const { search } = useAddress()
  const [secret, setSecret] = useState<string | null>(null)
  const hrefOf = (dialog?: string) => paths.preferencesWebhooks(merchantId, undefined, { ...(dialog && { dialog }), ...flag })
  const close = () => go(hrefOf(), { replace: true, keepScroll: true })
  const add = (
    <Button variant="filled" icon={<Plus aria-hidden />} href={hrefOf('add')}>
      {t('webhooks.add')}
    </Button>
  )
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState title={t('webhooks.empty')} actions={add}>
          {t('webhooks.empty.about')}
        </EmptyState>
      ) : (
        <FormSection title={t('webhooks.title')} aside={<ModeTag />}>
          <p className="max-w-[68ch] text-md text-ink-2">{t(`webhooks.about.${mode}`)}</p>
          <ul aria-label={t('webhooks.addresses')} className="grid max-w-[820px] gap-4">
            {webhooks.map((webhook) => (
              <WebhookCard key={webhook.id} webhook={webhook} />
            ))}
          </ul>
          <div>{add}</div>
        </FormSection>
      )}
      {search['dialog'] === 'add' && (
        <WebhookModal
          webhook={null}
          onClose={close}
          onMade={(newSecret) => {
            setSecret(newSecret)
            close()
          }}
        />
      )}
      {secret !== null && <WebhookSecretModal secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

function One({ webhook }: { webhook: Webhook | undefined }) {
  const { merchantId, flag } = useMerchant()
  if (webhook) return <WebhookDetail webhook={webhook} />
  return (
    <EmptyState
      title={t('webhooks.notFound')}
      actions={
        <Button variant="outlined" href={paths.preferencesWebhooks(merchantId, undefined, flag)}>
          {t('webhooks.back')}
        </Button>
      }
    />
  )
}

export const WebhooksPage: Screen = { component: Webhooks, loader }
