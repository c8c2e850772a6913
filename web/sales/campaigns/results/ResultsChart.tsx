import { date, money } from '../../../platform/i18n/format.ts'
import type { ResultPeriod } from './resultPeriods.ts'

/** Bar chart of sales by period. Decorative: the table beside it has the same data. */
export function ResultsChart({ periods }: { periods: readonly ResultPeriod[] }) {
  const top = Math.max(1, ...periods.map(({ amount }) => amount))
  const [first, last] = [periods[0], periods.at(-1)]
  return (
    <div aria-hidden className="min-w-0 text-sm text-ink-3">
      <p className="pb-1">{money(top)}</p>
      <div className="flex h-36 items-end justify-between gap-0.75 border-y border-line border-b-line-strong">
        {periods.map(({ from, amount }) => (
          <span
            key={from}
            className="max-w-6 min-w-0.5 flex-1 rounded-t-[2px] bg-ink"
            style={{ height: `${(Math.max(0, amount) * 100) / top}%` }}
          />
        ))}
      </div>
      <p className="flex justify-between gap-3 pt-1">
        <span>{first && date(first.from)}</span>
        {periods.length > 1 && <span>{last && date(last.to)}</span>}
      </p>
    </div>
  )
}
