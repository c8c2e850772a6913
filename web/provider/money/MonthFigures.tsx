import type { LedgerSum } from '#contract/provider/moneyMonth'
import { providerFigures } from '#domain/money/ledger'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Money } from '../../platform/ui/figures/Money.tsx'

const shown = [
  'volume',
  'refunded',
  'fees',
  'interest',
  'subsidies',
  'vat',
  'collected',
  'paidOut',
  'toCustomers',
  'disputes',
  'repaid',
  'cash',
] as const

/** The figures of a month, each with that of the month before. */
export function MonthFigures({ sums, before }: { sums: readonly LedgerSum[]; before: readonly LedgerSum[] }) {
  const [figures, earlier] = [providerFigures(sums), providerFigures(before)]
  return (
    <div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-6 gap-y-5 md:grid-cols-5">
        {shown.map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-ink-3">{t(`money.figure.${name}`)}</dt>
            <dd className="text-lg font-title">
              <Money cents={figures[name]} />
            </dd>
            <dd className="text-sm text-ink-3">{t('money.figure.before', { amount: money(earlier[name]) })}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-[68ch] text-sm text-ink-3">{t('money.figure.note')}</p>
    </div>
  )
}
