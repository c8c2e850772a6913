import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Change } from '../../platform/ui/figures/Change.tsx'

/** The refundable amount when the refund was sent and now, in cents, after it was refused for a stale amount. */
export function RemainingChange({ before, now }: { before: number | undefined; now: number }) {
  if (before === undefined || before === now) return null
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 pt-3 text-md">
      <span>{t('operations.outcome.remaining')}</span>
      <Change from={money(before)} to={money(now)} toLabel={t('operations.arrow')} />
    </p>
  )
}
