import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleFigures } from '#contract/provider/figures'
import type { LocalDate } from '#domain/platform/dates'
import { changeOf, incomparable, shareChange } from '#domain/sales/insights/findings'
import { money, percent } from '../../platform/i18n/format.ts'
import { groupThousands } from '../../platform/i18n/groupThousands.ts'
import { t } from '../../platform/i18n/t.ts'
import type { FigureDays } from '../../platform/lists/figureRange.ts'
import { changeText } from '#domain/sales/insights/changeText'
import { comparedText, pointsText } from '../../platform/ui/charts/changeText.ts'
import { chartPeriods, sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { FigureBand, type BandFigure } from '../../platform/ui/charts/FigureBand.tsx'

export type BusinessFigures = AnswerOf<typeof consoleFigures>
type Day = BusinessFigures['current']['days'][number]

/** The period that the page compares with; null: none. */
export const comparedWith = (figures: BusinessFigures, { compare }: FigureDays): BusinessFigures['before'] | null =>
  compare === 'none' ? null : figures[compare]

/** The headline figures of the business. */
export function BusinessHeadline({ figures, days, today }: { figures: BusinessFigures; days: FigureDays; today: LocalDate }) {
  const { current } = figures
  const before = comparedWith(figures, days)
  const why = before && incomparable(current, before, { today })
  const comparable = before !== null && why === null
  const periods = chartPeriods(current.days)
  const figure = (
    key: 'sold' | 'operations' | 'fees' | 'merchants' | 'requests',
    write: (value: number) => string,
    of?: (day: Day) => number,
  ): BandFigure => {
    const change = comparable ? changeOf(current[key], before[key]) : null
    return {
      key,
      name: t(`figures.figure.${key}`),
      value: write(current[key]),
      change: !change ? null : { text: changeText(change), good: change > 0 },
      detail: !comparable ? '' : t('insights.figure.before', { value: write(before[key]) }),
      ...(of && { course: periods.map((period) => sumOf(period.days, of)) }),
    }
  }
  const points = comparable ? shareChange(current.refundedShare, before.refundedShare) : null
  const band: BandFigure[] = [
    {
      ...figure('sold', money, ({ sold }) => sold),
      detail: before === null ? '' : why === null ? comparedText(days.compare as 'before' | 'lastYear', days) : t(`charts.${why}`),
    },
    figure('operations', groupThousands, ({ operations }) => operations),
    figure('requests', groupThousands, ({ requests }) => requests),
    figure('fees', money, ({ fees }) => fees),
    {
      key: 'refunded',
      name: t('insights.figure.refunded'),
      value: current.refundedShare === null ? '—' : percent(Math.round(current.refundedShare / 10) * 10),
      change: points === null ? null : { text: pointsText(points), good: points < 0 },
      detail: t('insights.figure.refundedOf', { amount: money(current.refunds.amount), count: current.refunds.count }),
      course: periods.map((period) => sumOf(period.days, ({ refunded }) => refunded)),
    },
    figure('merchants', groupThousands),
  ]
  return <FigureBand figures={band} label={t('insights.figures')} />
}
