import { cents, percentOf, type BasisPoints, type Cents } from '../platform/money.ts'

/** Sums of charges of one tax at one rate: their number, their base, and the tax charged line by line. In cents. */
export type VatSum = { vatRate: BasisPoints; count: number; baseCents: Cents; vatCents: Cents }

/**
 * The difference between the tax of each sum's base, rounded once, and the VAT charged; negative if too much was charged. A document's VAT is that of its
 * base (LIVA art. 78 and 90; EN 16931 BR-CO-17), while each line's VAT is rounded separately. More than a cent per line is not rounding: it is
 * omitted, so that an error is not corrected silently.
 */
export const vatRounding = <Sum extends VatSum>(
  sums: readonly Sum[],
): (Omit<Sum, 'count' | 'baseCents' | 'vatCents'> & { vatCents: Cents })[] =>
  sums.flatMap(({ count, baseCents, vatCents, ...tax }) => {
    const difference = cents(percentOf(baseCents, tax.vatRate) - vatCents)
    return difference === 0 || Math.abs(difference) > count ? [] : [{ ...tax, vatCents: difference }]
  })
