import { type LocalDate } from '../platform/dates.ts'
import { isPortugueseTaxId } from '../platform/identifiers.ts'
import { type BasisPoints } from '../platform/money.ts'

/** Where a merchant is taxed: each territory has a tax of its own on what the provider charges (docs/taxes.md). */
export const taxTerritories = ['peninsula', 'canarias', 'ceuta', 'melilla', 'portugal'] as const
export type TaxTerritory = (typeof taxTerritories)[number]

/** The tax of a territory: IVA (also the Portuguese one, which the merchant owes), IGIC, IPSI. */
export type TaxName = 'iva' | 'igic' | 'ipsi'
export const taxNames: Readonly<Record<TaxTerritory, TaxName>> = {
  peninsula: 'iva',
  canarias: 'igic',
  ceuta: 'ipsi',
  melilla: 'ipsi',
  portugal: 'iva',
}

/** The name of the tax of several territories; null: they have different ones. */
export function taxNameOf(territories: readonly TaxTerritory[]): TaxName | null {
  const names = new Set(territories.map((one) => taxNames[one]))
  const [name] = names
  return names.size > 1 ? null : (name ?? 'iva')
}

/** What decides where a merchant is taxed: the address of its company or, for the self-employed, of the person, and its tax number. */
export type TaxAddress = { country: string | null; postcode: string | null; taxId: string | null }

const byProvince: Readonly<Record<string, TaxTerritory>> = { '35': 'canarias', '38': 'canarias', '51': 'ceuta', '52': 'melilla' }

/** The territory of an address. In Portugal the merchant owes the tax itself, if it has a Portuguese VAT number; without one it is charged as in the peninsula. */
export function territoryOf({ country, postcode, taxId }: TaxAddress): TaxTerritory {
  if (country === 'PT') return taxId !== null && isPortugueseTaxId(taxId) ? 'portugal' : 'peninsula'
  return byProvince[postcode?.slice(0, 2) ?? ''] ?? 'peninsula'
}

/** The tax on a charge. A rate of zero is a reverse charge: the merchant owes the tax, and the invoice says so. */
export type Tax = { territory: TaxTerritory; rate: BasisPoints }

/** A rate, in force from the midnight in Madrid at which `effectiveOn` begins until the next one of its territory. */
export type TaxRate = Tax & { effectiveOn: LocalDate }

/** Where a merchant is taxed now, where until when (the last day there), and every rate; in any order. */
export type TaxHistory = {
  current: TaxTerritory
  past: readonly { untilOn: LocalDate; territory: TaxTerritory }[]
  rates: readonly TaxRate[]
}

/** Where a merchant is taxed on a day of Madrid: a move takes effect at the midnight after it. */
export function territoryOn({ current, past }: Pick<TaxHistory, 'current' | 'past'>, day: LocalDate): TaxTerritory {
  let found: TaxHistory['past'][number] | undefined
  for (const one of past) if (one.untilOn >= day && (found === undefined || one.untilOn < found.untilOn)) found = one
  return found?.territory ?? current
}

/**
 * The tax on what is charged on a day of Madrid. Before a territory's first rate, that one.
 * @throws RangeError when the territory has no rate at all
 */
export function taxOn(history: TaxHistory, day: LocalDate): Tax {
  const territory = territoryOn(history, day)
  const rates = history.rates
    .filter((one) => one.territory === territory)
    .toSorted((one, other) => (one.effectiveOn < other.effectiveOn ? -1 : 1))
  const inForce = rates.findLast(({ effectiveOn }) => effectiveOn <= day) ?? rates[0]
  if (!inForce) throw new RangeError(`no tax rate for ${territory}`)
  return { territory, rate: inForce.rate }
}

/** The only tax that a merchant was ever charged; null: there may be several. Before there were territories, all were charged that of the peninsula. */
export function onlyTax({ current, past, rates }: TaxHistory): Tax | null {
  const [rate, another] = rates.filter(({ territory }) => territory === current)
  return current === 'peninsula' && past.length === 0 && rate && !another ? { territory: current, rate: rate.rate } : null
}

/** Why the invoice of a reverse charge bears no tax, as printed (RD 1619/2012 art. 6.1.m). */
export const reverseChargeGrounds: Readonly<Record<TaxTerritory, string>> = {
  peninsula: 'art. 84.Uno.2.º LIVA',
  canarias: 'art. 19.1.2.º Ley 20/1991',
  ceuta: 'Ley 8/1991',
  melilla: 'Ley 8/1991',
  portugal: 'art. 69.Uno.1.º LIVA y art. 196 Directiva 2006/112/CE',
}

/** Why the exempt lines of an invoice bear no tax, in the words of `reasons`; null: none is exempt. */
export function exemptionOf(
  { lines }: { lines: readonly { territory: TaxTerritory; vatRate: BasisPoints | null }[] },
  reasons: Readonly<Record<TaxTerritory, string>>,
): string | null {
  const exempt = lines.filter(({ vatRate }) => vatRate === null).map(({ territory }) => reasons[territory])
  return exempt.length === 0 ? null : [...new Set(exempt)].join('; ')
}
