import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { ibanExposure } from '#contract/merchants/ibanExposure'
import { query } from '../../platform/api/query.ts'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'

const exposureRead = (merchantId: string, ibanId: string) => query(ibanExposure, { params: { merchantId, ibanId }, mode: 'live' })

/** What the requester of a frozen change could see and did, for the owners of the account. */
export function Exposure({ ibanId }: { ibanId: string }) {
  const { merchantId } = useMerchant()
  const { data, isError, error, refetch, isFetching } = useQuery(exposureRead(merchantId, ibanId))
  return (
    <section aria-labelledby="exposure-title" className="grid gap-3 pb-8">
      <h2 id="exposure-title" className="text-title-sm font-strong">
        {t('bankAccounts.exposure')}
      </h2>
      {isError && (
        <FailureCard title={t('bankAccounts.exposure.failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !isError && <Skeleton width={320} />}
      {data && (
        <DefinitionList
          items={[
            {
              term: t('bankAccounts.exposure.who'),
              value: t('bankAccounts.exposure.whoFrom', { name: data.person.name, device: data.device }),
            },
            {
              term: t('bankAccounts.exposure.session'),
              value:
                data.until === null
                  ? t('bankAccounts.exposure.stillOpen', { from: dateTime(data.since) })
                  : t('bankAccounts.exposure.fromTo', { from: dateTime(data.since), to: dateTime(data.until) }),
            },
            { term: t('shell.heading.shops'), value: joinTexts(data.merchants, ', ') },
            { term: t('bankAccounts.exposure.sees'), value: joinTexts(data.rights) },
            {
              term: t('bankAccounts.exposure.did'),
              value:
                data.acts.length === 0 ? (
                  t('bankAccounts.exposure.nothing')
                ) : (
                  <ul className="grid gap-1">
                    {data.acts.map(({ action, times, last }) => (
                      <li key={action}>{t('bankAccounts.exposure.act', { action, count: times, last: dateTime(last) })}</li>
                    ))}
                  </ul>
                ),
            },
            ...(data.pausedUntil === null
              ? []
              : [
                  {
                    term: t('bankAccounts.exposure.paused'),
                    value: t('bankAccounts.exposure.until', { until: dateTime(data.pausedUntil) }),
                  },
                ]),
          ]}
        />
      )}
    </section>
  )
}
