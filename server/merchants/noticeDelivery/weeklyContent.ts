import { changeOf, fewSales } from '#domain/sales/insights/findings'
import { changeText } from '#domain/sales/insights/changeText'
import { dayOfMonth, formatDate, type LocalDate, weekday } from '#domain/platform/dates'
import { basisPoints, cents, formatEuros, formatPercent } from '#domain/platform/money'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Block } from '../../platform/emails/content.ts'
import { type EmailContent, writeEmail } from '../../platform/emails/content.ts'
import type { Week, WeeklyFigures } from './weeklyFigures.ts'

export type WeeklyFacts = WeeklyFigures & { name: string; shop: string; merchantId: string }
type ListItem = Extract<Block, { kind: 'list' }>['items'][number]

const euros = (amount: number): string => formatEuros(cents(amount))

/** The e-mail about a shop's last week: figures beside the week before, each with its link, what waits, and three charts. */
export function weeklyContent({ name, shop, merchantId, weeks, waiting }: WeeklyFacts, { publicUrl }: Services['config']): EmailContent {
  const [before, week] = [weeks.at(-2), weeks.at(-1)]
  if (!before || !week) throw new Error('two weeks are compared')
  const link = `${publicUrl}/merchants/${hexOf(merchantId)}/insights?${new URLSearchParams({ from: week.from, to: week.to }).toString()}`
  const waits: ListItem = {
    text: text('mail.weekly.waiting', { count: waiting.count, amount: euros(waiting.amount) }),
    link: `${publicUrl}/merchants/${hexOf(merchantId)}/operations?substatus=pending_merchant`,
  }
  const figures: Block = { kind: 'list', items: [...figuresOf(week, before, link), ...(waiting.count > 0 ? [waits] : [])] }
  const charts = [salesByDay(week, before), soldByWeek(weeks), ...(week.paid === null ? [] : [paidByWeek(weeks)])]
  return writeEmail(
    'mail.weekly',
    {
      name,
      shop,
      count: week.operations,
      amount: euros(week.sold),
      from: formatDate(week.from),
      to: formatDate(week.to),
      link,
      settings: `${publicUrl}/settings/notifications`,
    },
    { reason: 'member', shop, blocks: { figures: [figures], charts: charts.flat() } },
  )
}

/** What is counted, its figure, and the change since the week before; each leads to the page of the week. */
function figuresOf(week: Week, before: Week, link: string): ListItem[] {
  const compared = week.operations >= fewSales && before.operations >= fewSales
  const item = (of: 'sold' | 'operations' | 'paid', now: number, then: number, write: (value: number) => string): ListItem => {
    const change = compared ? changeOf(now, then) : null
    const words = { value: write(now), before: write(then), change: change === null ? '' : changeText(change) }
    return { text: text(change === null ? `mail.weekly.${of}` : `mail.weekly.${of}.change`, words), link }
  }
  const share = (rate: number | null) => formatPercent(basisPoints(rate ?? 0))
  return [
    item('sold', week.sold, before.sold, euros),
    item('operations', week.operations, before.operations, String),
    { text: text('mail.weekly.refunded', { value: share(week.refundedShare), before: share(before.refundedShare) }), link },
    ...(week.paid === null ? [] : [item('paid', week.paid, before.paid ?? 0, euros)]),
  ]
}

/** The bars of some figures, as long as their share of the greatest. */
function bars(title: string, points: readonly { label: string; value: number; before?: number }[]): Block[] {
  const maxValue = Math.max(0, ...points.flatMap(({ value, before }) => [value, before ?? 0]))
  const share = (value: number) => (maxValue === 0 ? 0 : Math.max(0, value) / maxValue)
  return [
    { kind: 'heading', text: title },
    {
      kind: 'bars',
      rows: points.map(({ label, value, before }) => ({
        label,
        value: euros(value),
        share: share(value),
        ...(before !== undefined && { before: { value: text('mail.weekly.before', { value: euros(before) }), share: share(before) } }),
      })),
    },
  ]
}

function salesByDay(week: Week, before: Week): Block[] {
  const best = week.days.reduce((found, day) => (day.sold > found.sold ? day : found))
  const title =
    best.sold === 0 ? text('mail.weekly.days.nothing') : text('mail.weekly.days', { day: weekdayName(best.on), amount: euros(best.sold) })
  return bars(
    title,
    week.days.map(({ on, sold }, nth) => ({ label: weekdayName(on), value: sold, before: before.days[nth]?.sold ?? 0 })),
  )
}

const soldByWeek = (weeks: readonly Week[]): Block[] =>
  bars(
    text('mail.weekly.soldByWeek'),
    weeks.map(({ from, sold }) => ({ label: weekName(from), value: sold })),
  )

const paidByWeek = (weeks: readonly Week[]): Block[] =>
  bars(
    text('mail.weekly.paidByWeek'),
    weeks.map(({ from, paid }) => ({ label: weekName(from), value: paid ?? 0 })),
  )

const weekdayName = (on: LocalDate): string => text('calendar.weekdays').split(',')[weekday(on) - 1] ?? ''

/** "23 nov": a week by its Monday. */
const weekName = (from: LocalDate): string =>
  text('calendar.shortDay', {
    day: dayOfMonth(from),
    shortMonth: text('calendar.shortMonths').split(',')[Number(from.slice(5, 7)) - 1] ?? '',
  })
