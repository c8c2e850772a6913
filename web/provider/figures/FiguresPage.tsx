import { useQuery } from '@tanstack/react-query'
import { consoleFigures } from '#contract/provider/figures'
import { madridDay } from '#domain/platform/dates'
import { serverNow } from '../../platform/api/serverClock.ts'
import { time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { comparisons, figureDaysSearch, readFigureDays, type FigureDays } from '../../platform/lists/figureRange.ts'
import { RangeBar } from '../../platform/lists/RangeBar.tsx'
import { ChipSelect } from '../../platform/ui/forms/ChipSelect.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { go } from '../frame/address.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { ApplicationsSection } from './ApplicationsSection.tsx'
import { ArrearsSection } from './ArrearsSection.tsx'
import { BusinessHeadline } from './BusinessHeadline.tsx'
import { BusinessSales } from './BusinessSales.tsx'
import { DecisionsSection } from './DecisionsSection.tsx'
import { FunnelSection } from './FunnelSection.tsx'
import { MerchantsSection } from './MerchantsSection.tsx'
import { RefundReasons } from './RefundReasons.tsx'

const hrefOf = (days: FigureDays): string => {
  const search = new URLSearchParams(figureDaysSearch(days)).toString()
  return search === '' ? '/console/figures' : `/console/figures?${search}`
}

/** How the provider's business goes, over all merchants. The address is the state. */
export function FiguresPage({ search }: ConsolePageProps<'/console/figures'>) {
  const today = madridDay(serverNow())
  const days = readFigureDays(search, today)
  const { from, to } = days
  const read = useQuery(consoleQuery(consoleFigures, { query: { from, to } }))
  return (
    <ConsolePage
      title={t('console.section.figures')}
      about={t('figures.about')}
      actions={
        <div className="grid w-full justify-items-start gap-1 md:w-auto md:justify-items-end">
          <RangeBar
            days={days}
            today={today}
            hrefOf={(range) => hrefOf({ ...days, range })}
            onOwn={(own) => go(hrefOf({ ...days, range: null, ...own }), { replace: true })}
          />
          <ChipSelect
            label={t('charts.compare')}
            value={days.compare}
            pressed={days.compare !== 'before'}
            options={comparisons.map((value) => ({ value, text: t(`charts.compare.${value}`) }))}
            onChange={(value) => go(hrefOf({ ...days, compare: comparisons.find((one) => one === value) ?? 'before' }), { replace: true })}
          />
        </div>
      }
    >
      <div className="grid gap-11">
        <ReadState read={read}>
          {(figures) => (
            <div className="grid gap-8">
              <BusinessHeadline figures={figures} days={days} today={today} />
              <BusinessSales figures={figures} days={days} today={today} />
            </div>
          )}
        </ReadState>
        <FunnelSection from={from} to={to} />
        <DecisionsSection from={from} to={to} today={today} />
        <ArrearsSection from={from} to={to} today={today} />
        <MerchantsSection from={from} to={to} today={today} />
        <RefundReasons from={from} to={to} />
        <ApplicationsSection from={from} to={to} today={today} />
        {read.data && (
          <p className="text-sm text-ink-3">
            {t('charts.asOf', { time: time(read.data.asOf) })} · {t('shell.zone')}
          </p>
        )}
      </div>
    </ConsolePage>
  )
}
