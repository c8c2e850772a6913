import { cents as toCents, formatAmount } from '#domain/platform/money'

/** Of 10 000,00 or more, or below 0 of 1 000,00: as large as a line of a phone takes with its €, a digit or a minus being 0.6 of the size wide and a point or comma 0.25. Smaller ones fit at any text size. */
export function sizeOf(amount: string): string | undefined {
  const digits = amount.replaceAll(/[^\d−]/g, '').length
  const ems = 0.6 * digits + 0.25 * (amount.length - digits) + 0.3
  return digits < 7 ? undefined : `min(var(--text-hero), ${(88 / ems).toFixed(1)}vw)`
}

/** The one large amount of a screen. */
export function HeroAmount({ cents }: { cents: number }) {
  const amount = Number.isNaN(cents) ? '—' : formatAmount(toCents(cents))
  return (
    <span
      translate="no"
      className="font-display text-hero leading-none font-title tracking-[-0.035em] whitespace-nowrap"
      style={{ fontSize: sizeOf(amount) }}
    >
      {amount}
      <span className="ml-[0.12em] text-[0.62em] tracking-[0]">{'\u00a0€'}</span>
    </span>
  )
}
