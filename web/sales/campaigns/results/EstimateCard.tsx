import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { campaignEstimate } from '#contract/sales/campaignInsights'
import type { Campaign } from '#contract/sales/campaigns'
import type { AnswerOf } from '#contract/platform/endpoint'
import { query } from '../../../platform/api/query.ts'
import { date, money, percent } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { failureText } from '../../../platform/requests/FailureCard.tsx'
import { useDebounced } from '../../../platform/requests/useDebounced.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { Button } from '../../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../../platform/ui/forms/FormSection.tsx'
import { SkeletonLine } from '../../../platform/ui/tables/SkeletonLine.tsx'
import { isStored, type Terms } from '../campaignDraft.ts'

const pauseMs = 300

/** Estimated cost on the shop's past orders, recomputed on each change. */
export function EstimateCard({ campaign, terms }: { campaign: Campaign; terms: Terms }) {
  const { merchantId } = useMerchant()
  const hasArticles = terms.scope === 'bulk' || isStored(campaign)
  const missing = terms.interest === null || terms.numInstalments.length === 0 || terms.channels.length === 0 || !hasArticles
  // As text, so that an equal value is referentially stable.
  const question = useDebounced(JSON.stringify(terms.interest === null ? null : askedOf(terms.interest, terms, campaign.id)), pauseMs)
  const { data, error, isFetching, refetch } = useQuery({
    ...estimateRead(merchantId, JSON.parse(question) as EstimateQuery | null), // serialized two lines above
    enabled: !missing && question !== 'null',
    placeholderData: keepPreviousData,
  })
  return (
    <FormSection title={t('campaigns.estimate.title')}>
      {missing ? (
        <p className="text-md text-ink-3">{t('campaigns.estimate.missing')}</p>
      ) : error !== null ? (
        <div className="grid justify-items-start gap-3 text-md">
          <p role="alert">{t('campaigns.estimate.failed', { why: failureText(error) })}</p>
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            {t('shell.retry')}
          </Button>
        </div>
      ) : (
        <div aria-live="polite" aria-busy={isFetching || undefined} className="grid gap-3 text-md">
          {data === undefined ? <EstimateSkeleton choices={terms.numInstalments.length} /> : <Figures estimate={data} />}
        </div>
      )}
    </FormSection>
  )
}

/** Skeleton of the figures, with one bar per number of instalments. */
function EstimateSkeleton({ choices }: { choices: number }) {
  return (
    <>
      <p>
        <span className="block text-title-md">
          <span className="text-md text-ink-3">{t('campaigns.estimate.reckoning')}</span>
        </span>
        {['100%', '92%', '40%'].map((width) => (
          <SkeletonLine key={width} width={width} />
        ))}
      </p>
      <div>
        <p className="pb-1">
          <SkeletonLine width="60%" />
        </p>
        {Array.from({ length: choices }, (_, nth) => (
          <p key={nth} className="border-t border-line py-1.5">
            <SkeletonLine width="100%" />
          </p>
        ))}
      </div>
    </>
  )
}

type EstimateQuery = ReturnType<typeof askedOf>

const askedOf = (interest: number, terms: Terms, campaignId: string) => ({
  interest,
  numInstalments: terms.numInstalments.join(','),
  waitingPeriod: terms.waitingPeriod,
  channels: terms.channels.join(','),
  ...(terms.minOrderAmount !== null && { minOrderAmount: terms.minOrderAmount }),
  ...(terms.maxOrderAmount !== null && { maxOrderAmount: terms.maxOrderAmount }),
  ...(terms.scope === 'single' && { campaignId }),
  ...(terms.audienceUuid !== null && { audienceUuid: terms.audienceUuid }),
})

const estimateRead = (merchantId: string, search: EstimateQuery | null) =>
  query(campaignEstimate, { params: { merchantId }, query: search ?? { interest: 0, numInstalments: '' }, quiet: true })

function Figures({
  estimate: { from, to, orders, amount, subsidy, averageAmount, choices, monthly },
}: {
  estimate: AnswerOf<typeof campaignEstimate>
}) {
  const days = { from: date(from), to: date(to) }
  if (orders === 0) return <p className="text-ink-2">{t('campaigns.estimate.none', days)}</p>
  return (
    <>
      <p>
        <span className="block font-display text-title-md font-title tracking-tight">
          {t('campaigns.estimate.monthly', { amount: money(monthly) })}
        </span>
        <span className="text-ink-2">
          {t('campaigns.estimate.sum', {
            orders: t('campaigns.orders', { count: orders }),
            amount: money(amount),
            subsidy: money(subsidy),
            ...days,
          })}
        </span>
      </p>
      {choices.length > 0 && (
        <table className="w-full text-md">
          <caption className="pb-1 text-left text-ink-3">{t('campaigns.estimate.average', { amount: money(averageAmount) })}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('campaigns.field.numInstalments')}</th>
              <th scope="col">{t('campaigns.column.cost')}</th>
              <th scope="col">{t('campaigns.estimate.share')}</th>
            </tr>
          </thead>
          <tbody>
            {choices.map((choice) => (
              <tr key={choice.numInstalments} className="border-t border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {t('campaigns.instalments', { count: choice.numInstalments })}
                </th>
                <td className="text-right whitespace-nowrap">{money(choice.subsidy)}</td>
                <td className="pl-4 text-right whitespace-nowrap text-ink-3">{percent(choice.share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
