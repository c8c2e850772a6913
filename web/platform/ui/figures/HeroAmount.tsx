import { cents as toCents, formatAmount } from '#domain/platform/money'

/** From this amount on, in cents, a phone shows it as large as a title: with text twice as large its line would be wider than the screen. */
const longFrom = 10_000_000

/** The one large amount of a screen. */
export function HeroAmount({ cents }: { cents: number }) {
  const size = Math.abs(cents) >= longFrom ? 'text-hero max-md:text-title-lg' : 'text-hero'
  return (
    <span translate="no" className={`font-display ${size} leading-none font-title tracking-[-0.035em] whitespace-nowrap`}>
      {Number.isNaN(cents) ? '—' : formatAmount(toCents(cents))}
      <span className="ml-[0.12em] text-[0.62em] tracking-[0]">{'\u00a0€'}</span>
    </span>
  )
}
