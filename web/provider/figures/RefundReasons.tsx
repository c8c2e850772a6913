import { useQuery } from '@tanstack/react-query'
import { consoleFigureRefunds } from '#contract/provider/figures'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ChartGroupHead } from '../../platform/ui/charts/ChartGroupHead.tsx'
import { refundAgeName, refundReasonName } from '../../platform/lists/refundNames.ts'
import { SliceRows } from '../../platform/ui/charts/SliceRows.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { ReadState } from '../frame/ReadState.tsx'

/** Refunds and cancellations by reason and by days since the sale. */
export function RefundReasons({ from, to }: { from: string; to: string }) {
  const read = useQuery(consoleQuery(consoleFigureRefunds, { query: { from, to } }))
  return (
    <ReadState read={read}>
      {({ refunds, cancellations, reasons, ages }) => (
        <section aria-labelledby="figures-refunds">
          <ChartGroupHead id="figures-refunds" title={t('insights.refunds.title')}>
            <span className="text-ink-2">{t('insights.refunds.refunded', { count: refunds.count, amount: money(refunds.amount) })}</span>
            <span className="text-ink-2">
              {t('insights.refunds.cancelled', { count: cancellations.count, amount: money(cancellations.amount) })}
            </span>
          </ChartGroupHead>
          <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
            <SliceRows
              title={t('insights.refunds.reasons')}
              subtitle={t('insights.refunds.byReason')}
              pointName={t('insights.refunds.reason')}
              slices={reasons.toSorted((one, other) => other.count - one.count)}
              nameOf={refundReasonName}
            />
            <SliceRows
              title={t('insights.refunds.ages')}
              subtitle={t('insights.refunds.byAge')}
              pointName={t('insights.refunds.age')}
              slices={ages}
              nameOf={refundAgeName}
            />
          </div>
        </section>
      )}
    </ReadState>
  )
}
