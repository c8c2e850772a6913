import { cents, percentOf, type BasisPoints, type Cents } from '../platform/money.ts'

/** Charges at one rate of VAT, added up: how many, their base, and the VAT that was charged line by line. In cents. */
export type VatSum = { vatRate: BasisPoints; count: number; baseCents: Cents; vatCents: Cents }

/**
 * What the VAT of each rate lacks to that of its base, rounded once; negative where too much was charged. A document's VAT is that of its base (LIVA art. 78
 * and 90; EN 16931 BR-CO-17), while each line's own is rounded by itself. More than a cent a line is no rounding, and is not put right in silence.
 */
export const vatRounding = (sums: readonly VatSum[]): { vatRate: BasisPoints; vatCents: Cents }[] =>
  sums.flatMap(({ vatRate, count, baseCents, vatCents }) => {
    const lacking = cents(percentOf(baseCents, vatRate) - vatCents)
    return lacking === 0 || Math.abs(lacking) > count ? [] : [{ vatRate, vatCents: lacking }]
  })
