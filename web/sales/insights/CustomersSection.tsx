import { useQuery, keepPreviousData } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { insightCustomers } from '#contract/sales/insights'
import { busiestHours, fewSales, largestPart } from '#domain/sales/insights/findings'
import { money, percent } from '../../platform/i18n/format.ts'
import { t, tOr } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { HoursChart } from './HoursChart.tsx'
import { operationsHref } from './insightLinks.ts'
import { customersRead } from './insightReads.ts'
import type { InsightsQuery } from './insightsQuery.ts'
import { Section } from './Section.tsx'
import { ChartGroupHead } from '../../platform/ui/charts/ChartGroupHead.tsx'
import { SliceRows } from '../../platform/ui/charts/SliceRows.tsx'

type Customers = AnswerOf<typeof insightCustomers>

const relationName = (value: string): string => tOr(`insights.customers.relation.${value}`, 'insights.customers.relation.older')
const amountName = (value: string): string =>
  value === 'more'
    ? t('insights.customers.amount.more')
    : t('insights.customers.amount.upTo', { amount: money(Number(value) * 100).replace(',00', '') })
const instalmentName = (value: string): string => t('insights.customers.instalments', { count: Number(value) })

/** Who buys, when and how. */
export function CustomersSection({ query }: { query: InsightsQuery }) {
  const shop = useMerchant()
  const read = useQuery({ ...customersRead(shop.merchantId, query), placeholderData: keepPreviousData })
  return (
    <Section read={read} failed={t('insights.failed.customers')} room={520}>
      {(customers) => (
        <section aria-labelledby="insights-customers">
          <ChartGroupHead id="insights-customers" title={t('insights.customers.title')}>
            {customers.count > 0 && (
              <Anchor href={operationsHref(shop, customers.list)} className={linkClass}>
                {t('insights.customers.list', { count: customers.count, amount: money(customers.amount) })}
              </Anchor>
            )}
          </ChartGroupHead>
          {customers.count === 0 ? <p className="text-md text-ink-2">{t('insights.customers.none')}</p> : <Charts customers={customers} />}
        </section>
      )}
    </Section>
  )
}

function Charts({ customers: { count, relations, amounts, instalments, hours } }: { customers: Customers }) {
  const fresh = relations.find(({ value }) => value === 'new')?.count ?? 0
  const amount = largestPart(amounts)
  const plan = largestPart(instalments)
  const pointName = (key: 'relation' | 'amountOf' | 'plan') => t(`insights.customers.${key}`)
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-2">
      <HoursChart hours={hours} busiest={busiestHours(hours)} />
      <SliceRows
        title={
          count < fewSales
            ? t('insights.customers.relations')
            : t('insights.customers.new', { share: percent(Math.round((fresh * 100) / count) * 100) })
        }
        subtitle={t('insights.customers.byRelation')}
        pointName={pointName('relation')}
        slices={relations}
        nameOf={relationName}
      />
      <SliceRows
        title={plan ? t('insights.customers.mostPlan', { plan: instalmentName(plan.value) }) : t('insights.customers.plans')}
        subtitle={t('insights.customers.byPlan')}
        pointName={pointName('plan')}
        slices={instalments}
        nameOf={instalmentName}
      />
      <SliceRows
        title={amount ? t('insights.customers.mostAmount', { amount: amountName(amount.value) }) : t('insights.customers.amounts')}
        subtitle={t('insights.customers.byAmount')}
        pointName={pointName('amountOf')}
        slices={amounts}
        nameOf={amountName}
      />
    </div>
  )
}
