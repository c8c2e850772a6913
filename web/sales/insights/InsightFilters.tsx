import type { LocalDate } from '#domain/platform/dates'
import { channels, products } from '#domain/sales/operations/lifecycle'
import { t } from '../../platform/i18n/t.ts'
import { comparisons } from '../../platform/lists/figureRange.ts'
import { RangeBar } from '../../platform/lists/RangeBar.tsx'
import { ChipSelect } from '../../platform/ui/forms/ChipSelect.tsx'
import type { InsightsQuery } from './insightsQuery.ts'

type InsightFiltersProps = {
  query: InsightsQuery
  today: LocalDate
  campaigns: readonly { id: string; name: string }[]
  hrefOf: (query: InsightsQuery) => string
  onChange: (query: InsightsQuery) => void
}

/** The range as links; comparison, channel, product and campaign as lists. */
export function InsightFilters({ query, today, campaigns, hrefOf, onChange }: InsightFiltersProps) {
  const { days } = query
  const known = query.campaign === null || campaigns.some(({ id }) => id === query.campaign)
  return (
    <div className="grid gap-1 md:justify-items-end">
      <RangeBar
        days={days}
        today={today}
        hrefOf={(range) => hrefOf({ ...query, days: { ...days, range } })}
        onOwn={(own) => onChange({ ...query, days: { ...days, range: null, ...own } })}
      />
      <div role="group" aria-label={t('insights.filters')} className="-mx-2 flex flex-wrap gap-y-1 md:justify-end">
        <ChipSelect
          label={t('charts.compare')}
          value={days.compare}
          pressed={days.compare !== 'before'}
          options={comparisons.map((value) => ({ value, text: t(`charts.compare.${value}`) }))}
          onChange={(value) => onChange({ ...query, days: { ...days, compare: comparisons.find((one) => one === value) ?? 'before' } })}
        />
        <ChipSelect
          label={t('operations.filter.channel')}
          value={query.channel ?? ''}
          pressed={query.channel !== null}
          options={[
            { value: '', text: t('insights.allChannels') },
            ...channels.map((value) => ({ value, text: t(`operations.channelLong.${value}`) })),
          ]}
          onChange={(value) => onChange({ ...query, channel: channels.find((one) => one === value) ?? null })}
        />
        <ChipSelect
          label={t('operations.filter.product')}
          value={query.product ?? ''}
          pressed={query.product !== null}
          options={[
            { value: '', text: t('insights.allProducts') },
            ...products.map((value) => ({ value, text: t(`operations.product.${value}`) })),
          ]}
          onChange={(value) => onChange({ ...query, product: products.find((one) => one === value) ?? null })}
        />
        <ChipSelect
          label={t('insights.campaigns.one')}
          value={query.campaign ?? ''}
          pressed={query.campaign !== null}
          options={[
            { value: '', text: t('insights.allCampaigns') },
            ...campaigns.map(({ id, name }) => ({ value: id, text: name })),
            ...(known ? [] : [{ value: query.campaign ?? '', text: t('insights.oneCampaign') }]),
          ]}
          onChange={(value) => onChange({ ...query, campaign: value === '' ? null : value })}
        />
      </div>
    </div>
  )
}
