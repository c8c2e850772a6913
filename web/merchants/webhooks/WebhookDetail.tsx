import ChevronLeft from 'lucide-react/icons/chevron-left'
import { useState } from 'react'
import type { Webhook } from '#contract/merchants/webhooks'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ModeTag } from '../../platform/requests/ModeTag.tsx'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { RemoveWebhookModal } from './RemoveWebhookModal.tsx'
import { RenewSecretModal } from './RenewSecretModal.tsx'
import { StateLine } from './StateLine.tsx'
import { hearsText } from './WebhookCard.tsx'
import { WebhookModal } from './WebhookModal.tsx'
import { WebhookSecretModal } from './WebhookSecretModal.tsx'
import { endpointState } from './webhookText.ts'
import { WebhookActions } from './WebhookActions.tsx'

/** One endpoint: its state, its actions, and its deliveries. */
export function WebhookDetail({ webhook }: { webhook: Webhook }) {
  const { merchantId, flag } = useMerchant()
  const { search } = useAddress()
  const now = useNow()
  const [secret, setSecret] = useState<string | null>(null)
  const page = Math.max(1, Number(search['page'] ?? 1) || 1)
  const all = paths.preferencesWebhooks(merchantId, undefined, flag)
  const hrefOf = (more: { dialog?: string; page?: number } = {}) =>
    paths.preferencesWebhooks(merchantId, webhook.id, { page: page > 1 ? page : undefined, ...more, ...flag })
  const close = () => go(hrefOf(), { replace: true, keepScroll: true })
  const { dialog } = search
  return (
    <div className="grid min-w-0 gap-9">
      <section aria-labelledby="webhook-title" className="grid min-w-0 gap-4">
        <p>
          <Anchor href={all} className={`${linkClass} inline-flex min-h-6 items-center gap-1 text-md max-md:min-h-11`}>
            <ChevronLeft aria-hidden className="size-4" />
            {t('webhooks.back')}
          </Anchor>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h2 id="webhook-title" className="min-w-0 text-title-sm wrap-anywhere">
            {webhook.url}
          </h2>
          <ModeTag />
        </div>
        <div className="text-md">
          <StateLine {...endpointState(webhook, now)} />
        </div>
        <p className="text-sm text-ink-3">
          {hearsText(webhook)} ·{' '}
          {t('webhooks.created', { when: dateTime(webhook.created), who: webhook.createdBy ?? t('preferences.somebody') })}
        </p>
        {webhook.oldSecretEndsAt !== null && (
          <p className="text-md text-ink-2">{t('webhooks.oldSecret', { until: dateTime(webhook.oldSecretEndsAt) })}</p>
        )}
        <WebhookActions webhook={webhook} hrefOf={(name) => hrefOf({ dialog: name })} />
      </section>
      <DeliveryLog webhook={webhook} page={page} hrefOf={hrefOf} openId={dialog ?? null} onClose={close} />
      {dialog === 'change' && <WebhookModal webhook={webhook} onClose={close} onMade={close} />}
      {dialog === 'renew' && (
        <RenewSecretModal
          webhook={webhook}
          onClose={close}
          onMade={(newSecret) => {
            setSecret(newSecret)
            close()
          }}
        />
      )}
      {dialog === 'remove' && <RemoveWebhookModal webhook={webhook} onClose={close} onGone={() => go(all, { replace: true })} />}
      {secret !== null && <WebhookSecretModal secret={secret} onClose={() => setSecret(null)} />}
    </div>
  )
}
