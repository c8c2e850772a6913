import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { changeOf, fewSales } from '#domain/sales/insights/findings'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { shopsRead } from './insightReads.ts'
import { insightsSearch, type InsightsQuery } from './insightsQuery.ts'
import { Section } from './Section.tsx'
import { SellerRows } from '../../platform/ui/charts/SellerRows.tsx'

/** The account's shops beside one another; each opens its own page with the same days. Nothing for an account with one shop. */
export function ShopsSection({ query }: { query: InsightsQuery }) {
  const { merchantId, flag } = useMerchant()
  const read = useQuery({ ...shopsRead(merchantId, query), placeholderData: keepPreviousData })
  return (
    <Section read={read} failed={t('insights.failed.shops')} room={0}>
      {({ shops }) => {
        const ordered = shops.toSorted((one, other) => other.sold - one.sold)
        const [first] = ordered
        if (!first || shops.length < 2) return null
        return (
          <SellerRows
            title={first.sold === 0 ? t('insights.shops.nothing') : t('insights.shops.title', { shop: first.name })}
            subtitle={t('insights.shops.subtitle')}
            pointName={t('shell.heading.shop')}
            columns={[
              { name: t('insights.figure.sold'), unit: 'money' },
              { name: t('insights.figure.operations'), unit: 'count' },
              { name: t('insights.shops.change'), unit: 'share' },
              { name: t('insights.figure.returned'), unit: 'money' },
            ]}
            sellers={ordered.map((shop) => ({
              key: shop.id,
              name: shop.name,
              href: paths.insights(shop.id, { ...insightsSearch(query), ...flag }),
              values: [
                shop.sold,
                shop.operations,
                shop.operations < fewSales || shop.before.operations < fewSales ? null : changeOf(shop.sold, shop.before.sold),
                shop.refunded,
              ],
            }))}
          />
        )
      }}
    </Section>
  )
}
