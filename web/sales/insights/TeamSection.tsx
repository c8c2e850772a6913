import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { teamRead } from './insightReads.ts'
import type { InsightsQuery } from './insightsQuery.ts'
import { Section } from './Section.tsx'
import { SellerRows } from '../../platform/ui/charts/SellerRows.tsx'

/** Sales and refunds by person, for owners and admins. */
export function TeamSection({ query }: { query: InsightsQuery }) {
  const { merchantId } = useMerchant()
  const read = useQuery({ ...teamRead(merchantId, query), placeholderData: keepPreviousData })
  return (
    <Section read={read} failed={t('insights.failed.team')} room={200}>
      {({ people }) => {
        const [first] = people.filter(({ userId }) => userId !== null)
        if (!first) return null
        return (
          <SellerRows
            title={t('insights.team.title', { name: first.name ?? t('insights.team.gone') })}
            subtitle={t('insights.team.subtitle')}
            pointName={t('insights.team.person')}
            columns={[
              { name: t('insights.figure.sold'), unit: 'money' },
              { name: t('insights.figure.operations'), unit: 'count' },
              { name: t('insights.figure.refunds'), unit: 'count' },
              { name: t('insights.figure.returned'), unit: 'money' },
            ]}
            sellers={people.map(({ userId, name, sales, refunds }) => ({
              key: userId ?? 'programs',
              name: userId === null ? t('insights.team.programs') : (name ?? t('insights.team.gone')),
              values: [sales.amount, sales.count, refunds.count, refunds.amount],
            }))}
          />
        )
      }}
    </Section>
  )
}
