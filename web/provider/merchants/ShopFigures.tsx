import type { ReactNode } from 'react'
import type { ConsoleShopDetail } from '#contract/provider/merchants'
import { madridDay } from '#domain/platform/dates'
import { serverNow } from '../../platform/api/serverClock.ts'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import type { ChartData } from '../../platform/ui/charts/chartData.ts'
import { ChartFrame } from '../../platform/ui/charts/ChartFrame.tsx'
import { ChartLegend } from '../../platform/ui/charts/ChartLegend.tsx'
import { sumOf } from '../../platform/ui/charts/chartPeriods.ts'
import { periodPoints } from '../../platform/ui/charts/periodPoints.ts'
import { TimeChart } from '../../platform/ui/charts/TimeChart.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'

/** What a shop is owed, owes and is paid next, and how it sold lately. */
export function ShopFigures({ shop: { balance, arrears, lately } }: { shop: ConsoleShopDetail }) {
  const { next, debt } = balance
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-6 gap-y-4 border-y border-line py-4 md:grid-cols-4">
        <Figure
          term={t('consoleMerchants.money.pending')}
          detail={balance.available > 0 && t('consoleMerchants.money.onItsWay', { amount: money(balance.available) })}
        >
          <Money cents={balance.pending} />
        </Figure>
        <Figure term={t('consoleMerchants.money.next')} detail={next && date(next.valueOn)}>
          <Money cents={next ? next.netAmount : null} />
        </Figure>
        <Figure
          term={t('consoleMerchants.money.debt')}
          detail={balance.debtSince !== null && t('consoleMerchants.sinceDay', { date: date(balance.debtSince) })}
        >
          <Money cents={debt} zeroDash />
        </Figure>
        <Figure
          term={t('consoleMerchants.money.arrears')}
          detail={arrears.operations > 0 && t('consoleMerchants.money.arrearsOf', { count: arrears.operations })}
        >
          <Money cents={arrears.amount} zeroDash />
        </Figure>
      </dl>
      <LatelyPlot days={lately} />
    </div>
  )
}

function Figure({ term, detail, children }: { term: string; detail: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{term}</dt>
      <dd className="mt-0.5 text-lg font-strong">{children}</dd>
      {detail && <dd className="text-sm text-ink-3">{detail}</dd>}
    </div>
  )
}

/** Operations of each of the last days: those accepted, and above them those that were asked for and not accepted. */
function LatelyPlot({ days }: { days: ConsoleShopDetail['lately'] }) {
  const requests = sumOf(days, (day) => day.asked)
  const accepted = sumOf(days, (day) => day.accepted)
  const title = requests === 0 ? t('consoleMerchants.lately.none') : t('consoleMerchants.lately', { accepted, asked: requests })
  if (requests === 0) return <p className="text-md text-ink-3">{title}</p>
  const { points, length } = periodPoints(days, madridDay(serverNow()), (period) => {
    const one = sumOf(period.days, (day) => day.accepted)
    return { values: [one, sumOf(period.days, (day) => day.asked) - one] }
  })
  const names = [t('consoleMerchants.lately.accepted'), t('consoleMerchants.lately.others')]
  const data: ChartData = { pointName: t(`charts.period.${length}`), columns: names.map((name) => ({ name, unit: 'count' })), points }
  return (
    <ChartFrame
      level={3}
      title={title}
      subtitle={t('consoleMerchants.lately.about')}
      data={data}
      legend={<ChartLegend marks={(['solid', 'hatched'] as const).map((mark, nth) => ({ mark, name: names[nth] ?? '' }))} />}
    >
      <TimeChart data={data} label={title} shape="stacked" stacked={2} rhythm={length === 'day' ? 7 : 1} height={90} />
    </ChartFrame>
  )
}
