import type { Webhook } from '#contract/merchants/webhooks'
import { webhookTypes } from '#domain/merchants/webhook'
import { t } from '../../platform/i18n/t.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { StateLine } from './StateLine.tsx'
import { endpointState } from './webhookText.ts'

/** The event types of an endpoint, in short. */
export const hearsText = ({ events }: Webhook): string =>
  events.length === webhookTypes.length ? t('webhooks.hearsAll') : t('webhooks.hears', { count: events.length })

/** One endpoint in the list: its URL, its state, its event types. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { merchantId, flag } = useMerchant()
  const now = useNow()
  return (
    <li className="grid min-w-0 gap-3 rounded-4 border border-line p-5">
      <div>
        <Anchor
          href={paths.preferencesWebhooks(merchantId, webhook.id, flag)}
          className={`${linkClass} inline-flex min-h-6 items-center text-md wrap-anywhere max-md:min-h-11`}
        >
          {webhook.url}
        </Anchor>
        <p className="pt-0.5 text-sm text-ink-3">{hearsText(webhook)}</p>
        {webhook.makerGone && <p className="pt-0.5 text-sm font-medium text-ink-2">{t('preferences.makerGone')}</p>}
      </div>
      <div className="text-md">
        <StateLine {...endpointState(webhook, now)} />
      </div>
    </li>
  )
}
