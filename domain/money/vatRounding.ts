import { cents, percentOf, sum, type BasisPoints, type Cents } from '../platform/money.ts'
import type { SettledLine } from './settlement.ts'
import { type Tax, taxTerritories } from './taxTerritory.ts'

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

/** Settled charges with one tax: their number, their base, and the tax charged line by line, in cents; refunded ones are negative. */
export type TaxedCharges = { tax: Tax; count: number; baseCents: Cents; vatCents: Cents }

/** Settlement lines of one kind and one tax, added up. */
export type TaxedLines = SettledLine & { many: number; tax: Tax }

/** A repayment is no charge. */
export const chargesOf = ({ kind, tax, many, feeCents, vatCents }: TaxedLines): TaxedCharges => ({
  tax,
  count: kind === 'repayment' ? 0 : many,
  baseCents: cents(feeCents),
  vatCents: cents(vatCents),
})

/** The tax of all lines but repayments, which bear none; null: they bear several, or there are none. */
export function taxOfAllLines(lines: readonly TaxedLines[]): Tax | null {
  const [first, ...others] = lines.filter(({ kind }) => kind !== 'repayment')
  const isSame = ({ tax }: TaxedLines) => tax.territory === first?.tax.territory && tax.rate === first.tax.rate
  return first && others.every(isSame) ? first.tax : null
}

/**
 * What a settlement rounds, as its last lines, so that the tax of all charges of its invoice, its own included, is exact. One for each rate (a unique
 * index): where two territories have the same one, the later one waits for the next settlement.
 */
export function settlementRounding(charges: readonly TaxedCharges[]): { tax: Tax; vatCents: Cents }[] {
  const place = ({ territory, rate }: Tax) => taxTerritories.indexOf(territory) * 100_000 + rate
  const byTax = [...Map.groupBy(charges, ({ tax }) => place(tax))].toSorted(([one], [other]) => one - other)
  const rounding = vatRounding(
    byTax.flatMap(([, same]) =>
      same.slice(0, 1).map(({ tax }) => ({
        tax,
        vatRate: tax.rate,
        count: same.reduce((all, { count }) => all + count, 0),
        baseCents: sum(...same.map(({ baseCents }) => baseCents)),
        vatCents: sum(...same.map(({ vatCents }) => vatCents)),
      })),
    ),
  )
  return rounding
    .filter(({ vatRate }, at) => rounding.findIndex((other) => other.vatRate === vatRate) === at)
    .map(({ tax, vatCents }) => ({ tax, vatCents }))
}
