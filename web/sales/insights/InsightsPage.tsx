import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { insightSales } from '#contract/sales/insights'
import { madridDay, type LocalDate } from '#domain/platform/dates'
import { merchantNow } from '../../platform/api/merchantNow.ts'
import { time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { useNow } from '../../platform/requests/useNow.ts'
import { go } from '../../platform/routes/go.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { CalendarSection } from './CalendarSection.tsx'
import { CampaignsSection } from './CampaignsSection.tsx'
import { CustomersSection } from './CustomersSection.tsx'
import { FunnelSection } from './FunnelSection.tsx'
import { Headline } from './Headline.tsx'
import { InsightFilters } from './InsightFilters.tsx'
import { funnelRead, salesRead } from './insightReads.ts'
import { insightsSearch, readInsightsQuery, type InsightsQuery } from './insightsQuery.ts'
import { Lead } from './Lead.tsx'
import { MoneySection } from './MoneySection.tsx'
import { RefundsSection } from './RefundsSection.tsx'
import { SalesChart } from './SalesChart.tsx'
import { Section, SpokenFor } from './Section.tsx'
import { ShopsSection } from './ShopsSection.tsx'
import { TeamSection } from './TeamSection.tsx'

/** Prefetches what is above the fold. */
function loader({ params, search, queryClient }: LoaderContext): void {
  const merchantId = params['merchantId'] ?? ''
  const query = readInsightsQuery(search, madridDay(merchantNow()))
  void queryClient.prefetchQuery(salesRead(merchantId, query))
  void queryClient.prefetchQuery(funnelRead(merchantId, query))
}

/** How the shop does: headline, sales, from request to sale, money, refunds, customers, campaigns, team. The address is the state. */
function Insights() {
  const shop = useMerchant()
  const { merchantId, flag, may } = shop
  const { search } = useAddress()
  const today = madridDay(useNow(60_000))
  const query = useMemo(() => readInsightsQuery(search, today), [search, today])
  const read = useQuery({ ...salesRead(merchantId, query), placeholderData: keepPreviousData })
  const funnel = useQuery({ ...funnelRead(merchantId, query), placeholderData: keepPreviousData })
  const hrefOf = (next: InsightsQuery) => paths.insights(merchantId, { ...insightsSearch(next), ...flag })
  const sales = read.data
  return (
    <section aria-labelledby="insights-title">
      <header className="grid items-start gap-x-8 gap-y-4 pb-6 lg:grid-cols-[minmax(18rem,1fr)_minmax(0,max-content)]">
        <div className="grid gap-2">
          <h1 id="insights-title" className="font-display text-title-lg leading-tight font-title tracking-tight">
            {t('shell.route.insights')}
          </h1>
          {sales ? <Lead sales={sales} funnel={funnel.data} query={query} today={today} /> : <p className="min-h-12" />}
        </div>
        <InsightFilters
          query={query}
          today={today}
          campaigns={sales?.campaigns ?? []}
          hrefOf={hrefOf}
          onChange={(next) => go(hrefOf(next), { replace: true, keepScroll: true })}
        />
      </header>
      {sales?.since === null ? (
        <EmptyState
          title={t('insights.empty')}
          actions={
            may('checkoutOfflineCreate') && (
              <Button variant="outlined" href={paths.checkoutOffline(merchantId, flag)}>
                {t('shell.route.checkoutOffline')}
              </Button>
            )
          }
        >
          {t('insights.empty.detail')}
        </EmptyState>
      ) : (
        <Sections read={read} query={query} today={today} />
      )}
      {sales && (
        <p className="pt-8 text-sm text-ink-3">
          {t('charts.asOf', { time: time(sales.asOf) })} · {t('shell.zone')}
        </p>
      )}
    </section>
  )
}

type SectionsProps = { read: UseQueryResult<AnswerOf<typeof insightSales>>; query: InsightsQuery; today: LocalDate }

/** Everything below the head, each part with a read of its own. When the first one failed, it speaks for all that failed too. */
function Sections({ read, query, today }: SectionsProps) {
  const { may } = useMerchant()
  return (
    <>
      <Section read={read} failed={t('insights.failed.sales')} room={460}>
        {(whole) => (
          <div className="grid gap-8">
            <Headline sales={whole} query={query} today={today} />
            <div>
              <SalesChart sales={whole} query={query} today={today} />
            </div>
          </div>
        )}
      </Section>
      <SpokenFor value={read.data === undefined}>
        <div className="grid gap-11 pt-12">
          <FunnelSection query={query} />
          {may('insightMoney') && <MoneySection query={query} />}
          {may('moneyCalendar') && <CalendarSection today={today} />}
          <RefundsSection query={query} />
          <CustomersSection query={query} />
          {may('insightCampaigns') && <CampaignsSection query={query} />}
          {may('insightTeam') && <TeamSection query={query} />}
          <ShopsSection query={query} />
        </div>
      </SpokenFor>
    </>
  )
}

export const InsightsPage: Screen = { component: Insights, loader }
