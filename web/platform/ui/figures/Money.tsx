import { cents as toCents, formatAmount, formatEuros } from '#domain/platform/money'

type MoneyProps = {
  /** Integer euro cents; null and NaN are shown as a dash. */
  cents: number | null
  /** Omit the € sign, which the total has. */
  currency?: boolean
  /** + before positive amounts. */
  sign?: boolean
  /** Show a zero as a dash. */
  zeroDash?: boolean
  /** The double rule: a settled total whose parts add up to the cent. */
  closed?: boolean
  className?: string
}

/** An amount: tabular figures, a real minus sign, no line break. */
export function Money({ cents, currency = true, sign = false, zeroDash = false, closed = false, className = '' }: MoneyProps) {
  if (cents === null || Number.isNaN(cents) || (zeroDash && cents === 0)) return <span className="text-ink-3">—</span>
  const figures = (currency ? formatEuros : formatAmount)(toCents(cents))
  return (
    <span translate="no" className={`whitespace-nowrap ${closed ? 'double-rule' : ''} ${className}`}>
      {sign && cents > 0 ? `+${figures}` : figures}
    </span>
  )
}
