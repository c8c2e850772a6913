import type { ReactNode } from 'react'
import type { ConsoleShopDetail } from '#contract/provider/merchants'
import { joinTexts } from '#domain/platform/direction'
import { nearTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'

type ShopConnectionsProps = Pick<ConsoleShopDetail, 'keys' | 'webhooks'>

/** The last use of a shop's keys, and whether its webhooks arrive. */
export function ShopConnections({ keys, webhooks }: ShopConnectionsProps) {
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <List title={t('consoleMerchants.keys')} empty={keys.length === 0 && t('consoleMerchants.keys.none')}>
        {keys.map(({ id, kind, mode, lastFour, lastUsedAt, lastUsedClient }) => (
          <li key={id} className="py-2.5">
            <p className="flex flex-wrap items-center gap-2">
              {joinTexts([t(`preferences.key.${kind}`), `…${lastFour}`], ' ')}
              {mode === 'sandbox' && <Tag kind="test">{t('consoleMerchants.test')}</Tag>}
            </p>
            <p className="text-sm text-ink-3">
              {lastUsedAt === null
                ? t('consoleMerchants.keys.unused')
                : joinTexts([nearTime(lastUsedAt), ...(lastUsedClient === null ? [] : [lastUsedClient])], ' · ')}
            </p>
          </li>
        ))}
      </List>
      <List title={t('consoleMerchants.webhooks')} empty={webhooks.length === 0 && t('consoleMerchants.webhooks.none')}>
        {webhooks.map((webhook) => (
          <li key={webhook.id} className="py-2.5">
            <p className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 wrap-anywhere">{webhook.host}</span>
              {webhook.mode === 'sandbox' && <Tag kind="test">{t('consoleMerchants.test')}</Tag>}
            </p>
            <Health webhook={webhook} />
          </li>
        ))}
      </List>
    </div>
  )
}

function Health({ webhook: { offAt, failingSince, waiting, lastDeliveredAt } }: { webhook: ConsoleShopDetail['webhooks'][number] }) {
  const waits = waiting > 0 ? t('consoleMerchants.webhooks.waiting', { count: waiting }) : undefined
  if (offAt !== null) return <StatusBadge kind="stopped" label={t('consoleMerchants.webhooks.off', { when: nearTime(offAt) })} />
  if (failingSince !== null)
    return <StatusBadge kind="rejected" label={t('consoleMerchants.webhooks.failing', { when: nearTime(failingSince) })} detail={waits} />
  const last =
    lastDeliveredAt === null
      ? t('consoleMerchants.webhooks.unused')
      : t('consoleMerchants.webhooks.last', { when: nearTime(lastDeliveredAt) })
  return <StatusBadge kind="accepted-outlined" label={last} detail={waits} />
}

function List({ title, empty, children }: { title: string; empty: string | false; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="text-sm font-medium text-ink-3">{title}</h3>
      {empty ? <p className="py-2.5 text-md text-ink-3">{empty}</p> : <ul className="divide-y divide-line">{children}</ul>}
    </div>
  )
}
