import { daysBetween, localDate } from '#domain/platform/dates'
import { type BasisPoints, basisPoints } from '#domain/platform/money'
import { signedPercent } from '#domain/sales/insights/changeText'
import { t } from '../../i18n/t.ts'

/** "−0,6 puntos": the difference of two shares. */
export function pointsText(change: BasisPoints): string {
  const text = signedPercent(basisPoints(Math.round(change / 10) * 10)).replace(/\s%$/u, '')
  return t('charts.points', { value: text })
}

/** "que en las mismas 4 semanas de antes": what some days are compared with. */
export function comparedText(compare: 'before' | 'lastYear', { from, to }: { from: string; to: string }): string {
  if (compare === 'lastYear') return t('charts.compare.year')
  const days = daysBetween(localDate(from), localDate(to)) + 1
  return days % 7 === 0 ? t('charts.compare.weeks', { count: days / 7 }) : t('charts.compare.days')
}
