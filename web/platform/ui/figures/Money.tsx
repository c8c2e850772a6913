import { cents as toCents, formatAmount, formatEuros } from '#domain/platform/money'

type MoneyProps = {
  /** Integer euro cents; null, or what is no number, is a dash. */
  cents: number | null
  /** Leave the € to the total. */
  currency?: boolean
  /** + before gains. */
  sign?: boolean
  /** A zero in a line says nothing: a dash. */
  zeroDash?: boolean
  /** The double rule: the parts add up to this, to the cent, and it is settled. */
  closed?: boolean
  className?: string
}

/** An amount: tabular figures, real minus, never broken. */
export function Money({ cents, currency = true, sign = false, zeroDash = false, closed = false, className = '' }: MoneyProps) {
  if (cents === null || Number.isNaN(cents) || (zeroDash && cents === 0)) return <span className="text-ink-3">—</span>
  const figures = (currency ? formatEuros : formatAmount)(toCents(cents))
  return (
    <span translate="no" className={`whitespace-nowrap ${closed ? 'double-rule' : ''} ${className}`}>
      {sign && cents > 0 ? `+${figures}` : figures}
    </span>
  )
}
