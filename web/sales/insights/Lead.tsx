import type { AnswerOf } from '#contract/platform/endpoint'
import type { insightFunnel, insightSales } from '#contract/sales/insights'
import type { LocalDate } from '#domain/platform/dates'
import { changeOf, incomparable } from '#domain/sales/insights/findings'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { comparedText } from '../../platform/ui/charts/changeText.ts'
import { comparedPeriod } from './Headline.tsx'
import type { InsightsQuery } from './insightsQuery.ts'

type LeadProps = {
  sales: AnswerOf<typeof insightSales>
  funnel: AnswerOf<typeof insightFunnel> | undefined
  query: InsightsQuery
  today: LocalDate
}

/** What the page says in two sentences: how sales changed, and what was lost that the shop could have kept. */
export function Lead({ sales, funnel, query, today }: LeadProps) {
  const lost = (funnel?.funnels[0]?.ends ?? []).filter(({ end }) => end === 'unconfirmed' || end === 'uncaptured')
  const count = lost.reduce((sum, end) => sum + end.count, 0)
  return (
    <p className="min-h-12 max-w-[64ch] text-ink-2">
      {changeSentence(sales, query, today)} {count > 0 && <b>{t('insights.lead.lost', { count })}</b>}
    </p>
  )
}

function changeSentence(sales: LeadProps['sales'], query: InsightsQuery, today: LocalDate): string {
  const before = comparedPeriod(sales, query)
  if (sales.current.operations === 0) return t('insights.lead.nothing')
  const why = before === null ? null : incomparable(sales.current, before, { since: sales.since, today })
  const change = before === null || why !== null ? null : changeOf(sales.current.sold, before.sold)
  if (change === null) return t('insights.lead.plain', { count: sales.current.operations })
  const than = comparedText(query.days.compare as 'before' | 'lastYear', query.days)
  const whole = Math.round(change / 100) * 100
  if (whole === 0) return t('insights.lead.same', { than })
  return t(whole > 0 ? 'insights.lead.more' : 'insights.lead.less', { share: percent(Math.abs(whole)), than })
}
