import type { ReactNode } from 'react'
import type { ConsoleShopDetail } from '#contract/provider/merchants'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'

/** What a shop is owed, owes and is paid next, and how it sold lately. */
export function ShopFigures({ shop: { balance, arrears, lately } }: { shop: ConsoleShopDetail }) {
  const { next, debt } = balance
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 md:grid-cols-4">
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

/** Operations of each of the last days: a bar for those asked for, and in it those accepted. Its title is what it shows in figures. */
function LatelyPlot({ days }: { days: ConsoleShopDetail['lately'] }) {
  const asked = days.reduce((sum, day) => sum + day.asked, 0)
  const accepted = days.reduce((sum, day) => sum + day.accepted, 0)
  const most = Math.max(1, ...days.map((day) => day.asked))
  const title = asked === 0 ? t('consoleMerchants.lately.none') : t('consoleMerchants.lately', { accepted, asked })
  if (asked === 0) return <p className="text-md text-ink-3">{title}</p>
  return (
    <figure>
      <figcaption className="text-md font-strong">{title}</figcaption>
      <p className="mb-2 text-sm text-ink-3">{t('consoleMerchants.lately.about')}</p>
      <div aria-hidden className="flex h-20 items-end gap-px border-b border-line">
        {days.map((day) => (
          <span key={day.on} title={`${date(day.on)}: ${day.accepted} / ${day.asked}`} className="relative h-full min-w-0 flex-1">
            <span
              className="absolute inset-x-0 bottom-0 rounded-t-[3px] bg-line-strong"
              style={{ height: `${(day.asked / most) * 100}%` }}
            />
            <span className="absolute inset-x-0 bottom-0 rounded-t-[3px] bg-ink" style={{ height: `${(day.accepted / most) * 100}%` }} />
          </span>
        ))}
      </div>
    </figure>
  )
}
