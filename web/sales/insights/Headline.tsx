import type { AnswerOf } from '#contract/platform/endpoint'
import type { InsightPeriod, insightSales } from '#contract/sales/insights'
import type { LocalDate } from '#domain/platform/dates'
import { changeOf, incomparable, shareChange } from '#domain/sales/insights/findings'
import { money, percent } from '../../platform/i18n/format.ts'
import { groupThousands } from '../../platform/i18n/groupThousands.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { changeText } from '#domain/sales/insights/changeText'
import { comparedText, pointsText } from '../../platform/ui/charts/changeText.ts'
import { chartPeriods, sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { FigureBand, type BandFigure } from '../../platform/ui/charts/FigureBand.tsx'
import { operationsHref, settlementsHref } from './insightLinks.ts'
import type { InsightsQuery } from './insightsQuery.ts'

type Sales = AnswerOf<typeof insightSales>

/** The period that the page compares with; null: none. */
export const comparedPeriod = (sales: Sales, { days }: InsightsQuery): InsightPeriod | null =>
  days.compare === 'none' ? null : sales[days.compare]

/** The five figures of the page, each with its course, its change and its list. */
export function Headline({ sales, query, today }: { sales: Sales; query: InsightsQuery; today: LocalDate }) {
  const shop = useMerchant()
  const { current, lists, since } = sales
  const before = comparedPeriod(sales, query)
  const why = before === null ? null : incomparable(current, before, { since, today })
  const comparable = before !== null && why === null
  const changed = (now: number | null, then: number | null | undefined) => {
    const change = comparable ? changeOf(now, then ?? null) : null
    return change === null ? null : { text: changeText(change), good: change > 0 }
  }
  const base =
    before === null ? '' : why === null ? comparedText(query.days.compare as 'before' | 'lastYear', query.days) : t(`charts.${why}`)
  const periods = chartPeriods(current.days)
  const course = (of: (day: Sales['current']['days'][number]) => number) => periods.map(({ days }) => sumOf(days, of))
  const points = comparable ? shareChange(current.refundedShare, before.refundedShare) : null
  const returned = current.refunds.amount + current.cancellations.amount
  const figures: BandFigure[] = [
    {
      key: 'sold',
      name: t('insights.figure.sold'),
      value: money(current.sold),
      change: changed(current.sold, before?.sold),
      detail: base || t('insights.figure.soldOf'),
      course: course(({ sold }) => sold),
      href: operationsHref(shop, lists.sold),
    },
    {
      key: 'operations',
      name: t('insights.figure.operations'),
      value: groupThousands(current.operations),
      change: changed(current.operations, before?.operations),
      detail: !comparable ? '' : t('insights.figure.before', { value: groupThousands(before.operations) }),
      course: course(({ operations }) => operations),
      href: operationsHref(shop, lists.operations),
    },
    {
      key: 'average',
      name: t('insights.figure.average'),
      value: current.average === null ? '—' : money(current.average),
      change: changed(current.average, before?.average),
      detail: !comparable || before.average === null ? '' : t('insights.figure.before', { value: money(before.average) }),
      course: periods.map(({ days }) => {
        const operations = sumOf(days, (day) => day.operations)
        return operations === 0 ? null : Math.round(sumOf(days, ({ sold }) => sold) / operations)
      }),
      href: operationsHref(shop, lists.operations),
    },
    {
      key: 'refunded',
      name: t('insights.figure.refunded'),
      value: current.refundedShare === null ? '—' : percent(Math.round(current.refundedShare / 10) * 10),
      change: points === null ? null : { text: pointsText(points), good: points < 0 },
      detail: t('insights.figure.refundedOf', { amount: money(returned), count: current.refunds.count + current.cancellations.count }),
      course: course(({ refunded, cancelled }) => refunded + cancelled),
      href: operationsHref(shop, lists.refunds),
    },
  ]
  if (current.netPaid !== null && shop.may('settlementList'))
    figures.push({
      key: 'paid',
      name: t('insights.figure.paid'),
      value: money(current.netPaid),
      change: changed(current.netPaid, before?.netPaid),
      detail: !comparable || before.netPaid === null ? '' : t('insights.figure.before', { value: money(before.netPaid) }),
      course: course(({ netPaid }) => netPaid ?? 0),
      href: settlementsHref(shop, query.days),
    })
  return <FigureBand figures={figures} label={t('insights.figures')} />
}
