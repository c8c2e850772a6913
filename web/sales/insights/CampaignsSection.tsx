import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { money, percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { shareOf } from '#domain/sales/campaigns/campaignResult'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { operationsHref } from './insightLinks.ts'
import { campaignsRead } from './insightReads.ts'
import type { InsightsQuery } from './insightsQuery.ts'
import { Section } from './Section.tsx'
import { SellerRows } from '../../platform/ui/charts/SellerRows.tsx'

/** Sales with each campaign and without any, and what they cost; nothing where there were none. */
export function CampaignsSection({ query }: { query: InsightsQuery }) {
  const shop = useMerchant()
  const read = useQuery({ ...campaignsRead(shop.merchantId, query), placeholderData: keepPreviousData })
  return (
    <Section read={read} failed={t('insights.failed.campaigns')} room={160}>
      {({ campaigns, without }) => {
        if (campaigns.length === 0) return null
        const sold = sumOf(campaigns, (one) => one.sold)
        const share = percent(Math.round(shareOf(sold, sold + without.sold) / 100) * 100)
        return (
          <SellerRows
            title={t('insights.campaigns.title', { share, cost: money(sumOf(campaigns, ({ cost }) => cost)) })}
            subtitle={t('insights.campaigns.subtitle')}
            pointName={t('insights.campaigns.one')}
            columns={[
              { name: t('insights.figure.sold'), unit: 'money' },
              { name: t('insights.figure.operations'), unit: 'count' },
              { name: t('insights.campaigns.cost'), unit: 'money' },
              { name: t('insights.figure.returned'), unit: 'money' },
            ]}
            sellers={[
              ...campaigns.map((one) => ({
                key: one.id,
                name: one.name,
                values: [one.sold, one.operations, one.cost, one.refunded],
                href: operationsHref(shop, one.list),
              })),
              { key: 'without', name: t('insights.campaigns.without'), values: [without.sold, without.operations, 0, without.refunded] },
            ]}
          />
        )
      }}
    </Section>
  )
}
