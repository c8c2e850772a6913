import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { settlementForecast } from '#contract/money/moneyCalendar'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { forecastRead } from './settlementReads.ts'

type Day = AnswerOf<typeof settlementForecast>['days'][number]

/** Forecast of the next 30 days: settlements, released refunds, expiring captures. */
export function Forecast() {
  const { merchantId, sandbox, flag } = useMerchant()
  const { data, error, isError, refetch, isFetching } = useQuery(forecastRead(merchantId))
  return (
    <section aria-labelledby="forecast-title" className="mt-5 border-t border-line pt-4">
      <h3 id="forecast-title" className="text-base font-strong">
        {t('settlements.forecast.title')}
      </h3>
      <p className="pb-2 text-sm text-ink-3">{t(sandbox ? 'settlements.forecast.aboutSandbox' : 'settlements.forecast.about')}</p>
      <p className="pb-2 text-md">
        <Anchor href={paths.moneyCalendar(merchantId, flag)} className={`${linkClass} max-md:leading-11`}>
          {t('moneyCalendar.asCalendar')}
        </Anchor>
      </p>
      {isError ? (
        <FailureCard title={t('settlements.failed.forecast')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : !data ? (
        <div role="group" aria-busy="true" aria-label={t('settlements.loading')} className="divide-y divide-line">
          {[150, 180, 130, 160, 140, 180, 150, 130].map((width, nth) => (
            <div key={nth} className="flex items-center py-2 text-md">
              <Skeleton width={70} />
              <span className="h-[1lh]" />
              <Skeleton width={width} end />
            </div>
          ))}
        </div>
      ) : data.days.length === 0 ? (
        <p className="text-md text-ink-2">{t('settlements.forecast.nothing')}</p>
      ) : (
        <ol aria-label={t('settlements.forecast.title')} className="divide-y divide-line">
          {data.days.map((day) => (
            <DayItem key={day.on} day={day} />
          ))}
        </ol>
      )}
    </section>
  )
}

function DayItem({ day: { on, settlement, captures, refunds } }: { day: Day }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 py-2 text-md">
      <span className="text-ink-3">{date(on)}</span>
      <span className="grid justify-items-end gap-0.5 text-right">
        {settlement && <SettlementText settlement={settlement} />}
        {refunds.count > 0 && (
          <span className="text-sm text-ink-2">
            {t('settlements.forecast.refunds', { count: refunds.count, amount: money(refunds.amount) })}
          </span>
        )}
        {captures.count > 0 && (
          <span className="text-sm text-in-process-ink">
            {t('settlements.forecast.captures', { count: captures.count, amount: money(captures.amount) })}
          </span>
        )}
      </span>
    </li>
  )
}

function SettlementText({ settlement }: { settlement: NonNullable<Day['settlement']> }) {
  const { netAmount, closingBalance, lineCount, minimumFees, reserveHeld, reserveReleased } = settlement
  const parts = [
    ...(lineCount > 0 ? [t('settlements.lineCount', { count: lineCount })] : []),
    ...(minimumFees < 0 ? [t('settlements.forecast.minimum', { amount: money(-minimumFees) })] : []),
    ...(reserveHeld < 0 ? [t('settlements.forecast.held', { amount: money(-reserveHeld) })] : []),
    ...(reserveReleased > 0 ? [t('settlements.forecast.released', { amount: money(reserveReleased) })] : []),
  ]
  return (
    <>
      {netAmount > 0 ? (
        <b className="font-strong">{money(netAmount)}</b>
      ) : closingBalance < 0 ? (
        <span className="text-danger-ink">{t('settlements.forecast.debt', { amount: money(-closingBalance) })}</span>
      ) : (
        <span>{t('settlements.forecast.small', { amount: money(closingBalance) })}</span>
      )}
      {parts.length > 0 && <span className="text-sm text-ink-3">{joinTexts(parts)}</span>}
    </>
  )
}
