import { cents as toCents, formatAmount } from '#domain/platform/money'

/** The one large amount of a screen. */
export function HeroAmount({ cents }: { cents: number }) {
  return (
    <span translate="no" className="font-display text-hero leading-none font-title tracking-[-0.035em] whitespace-nowrap">
      {Number.isNaN(cents) ? '—' : formatAmount(toCents(cents))}
      <span className="ml-[0.12em] text-[0.62em] tracking-[0]">{'\u00a0€'}</span>
    </span>
  )
}
