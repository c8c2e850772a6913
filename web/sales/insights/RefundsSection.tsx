import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { largestPart } from '#domain/sales/insights/findings'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { refundAgeName, refundReasonName } from '../../platform/lists/refundNames.ts'
import { operationsHref } from './insightLinks.ts'
import { refundsRead } from './insightReads.ts'
import type { InsightsQuery } from './insightsQuery.ts'
import { Section } from './Section.tsx'
import { ChartGroupHead } from '../../platform/ui/charts/ChartGroupHead.tsx'
import { SliceRows } from '../../platform/ui/charts/SliceRows.tsx'

/** Refunds and cancellations, by reason and by days since the sale; card disputes, if there are any. */
export function RefundsSection({ query }: { query: InsightsQuery }) {
  const shop = useMerchant()
  const read = useQuery({ ...refundsRead(shop.merchantId, query), placeholderData: keepPreviousData })
  return (
    <Section read={read} failed={t('insights.failed.refunds')} room={300}>
      {({ refunds, cancellations, reasons, ages, disputes, lists }) => {
        const most = largestPart(reasons.filter(({ value }) => value !== 'none'))
        return (
          <section aria-labelledby="insights-refunds">
            <ChartGroupHead id="insights-refunds" title={t('insights.refunds.title')}>
              <Anchor href={operationsHref(shop, lists.refunds)} className={linkClass}>
                {t('insights.refunds.refunded', { count: refunds.count, amount: money(refunds.amount) })}
              </Anchor>
              <Anchor href={operationsHref(shop, lists.cancellations)} className={linkClass}>
                {t('insights.refunds.cancelled', { count: cancellations.count, amount: money(cancellations.amount) })}
              </Anchor>
            </ChartGroupHead>
            {refunds.count + cancellations.count === 0 ? (
              <p className="text-md text-ink-2">{t('insights.refunds.none')}</p>
            ) : (
              <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
                <SliceRows
                  title={most ? t('insights.refunds.most', { reason: refundReasonName(most.value) }) : t('insights.refunds.reasons')}
                  subtitle={t('insights.refunds.byReason')}
                  pointName={t('insights.refunds.reason')}
                  slices={reasons.toSorted((one, other) => other.count - one.count)}
                  nameOf={refundReasonName}
                />
                <SliceRows
                  title={agesTitle(ages)}
                  subtitle={t('insights.refunds.byAge')}
                  pointName={t('insights.refunds.age')}
                  slices={ages}
                  nameOf={refundAgeName}
                />
              </div>
            )}
            {disputes.some(({ count }) => count > 0) && (
              <div
                role="group"
                aria-labelledby="insights-disputes"
                className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-8 max-md:*:inline-flex max-md:*:min-h-11 max-md:*:items-center"
              >
                <h3 id="insights-disputes" className="text-base font-strong text-ink">
                  {t('insights.disputes.title')}
                </h3>
                {disputes.map(
                  ({ fact, count, amount, list }) =>
                    count > 0 && (
                      <Anchor key={fact} href={operationsHref(shop, list)} className={`${linkClass} max-md:py-2.75`}>
                        {t(`insights.disputes.${fact}`, { count, amount: money(amount) })}
                      </Anchor>
                    ),
                )}
              </div>
            )}
          </section>
        )
      }}
    </Section>
  )
}

function agesTitle(ages: readonly { value: string; count: number }[]): string {
  const most = largestPart(ages)
  return most ? t('insights.refunds.mostAge', { age: refundAgeName(most.value) }) : t('insights.refunds.ages')
}
