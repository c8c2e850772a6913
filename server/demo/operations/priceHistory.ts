import { addDays, addMonths, type LocalDate, localDate } from '#domain/platform/dates'
import { basisPoints, cents, ZERO } from '#domain/platform/money'
import { STANDARD_VAT } from '#domain/sales/plans/fees'
import type { ShopOffer } from '#domain/sales/plans/offer'
import type { ListVersion } from '#domain/sales/plans/termsVersions'
import type { Product } from '#domain/sales/operations/states'
import type { Calendar } from '../calendar.ts'

/** The customer's yearly rate in every version, in basis points. */
const demoTin = basisPoints(1999)

type Fees = readonly [feeBps: number, fixedCents: number]
const none = basisPoints(0)

/** What never changed: the versions of the demo differ in the merchants' fees only, so that every cart fits all of them. */
const lasting: Readonly<Record<Product, Omit<ShopOffer, 'product' | 'feeRate' | 'feeFixedCents' | 'vatRate'>>> = {
  instalments: {
    minCents: cents(3_000),
    maxCents: cents(300_000),
    instalmentsAllowed: [2, 3, 4, 5, 6, 8, 10, 12],
    tin: demoTin,
    openingFeeRate: none,
    downpayment: 'none',
    captureMode: 'automatic',
  },
  // Four payments: the first today, three instalments after it.
  pay_in_4: {
    minCents: cents(3_000),
    maxCents: cents(80_000),
    instalmentsAllowed: [3],
    tin: none,
    openingFeeRate: none,
    downpayment: 'equal',
    captureMode: 'automatic',
  },
  pay_later: {
    minCents: cents(2_000),
    maxCents: cents(50_000),
    instalmentsAllowed: [1],
    tin: none,
    openingFeeRate: none,
    downpayment: 'none',
    captureMode: 'manual',
  },
}

const offerOf = (product: Product, [feeBps, fixed]: Fees): ShopOffer => ({
  product,
  ...lasting[product],
  feeRate: basisPoints(feeBps),
  feeFixedCents: fixed === 0 ? ZERO : cents(fixed),
  vatRate: STANDARD_VAT,
})

const monthStart = (day: LocalDate, months: number): LocalDate => localDate(`${addMonths(day, months).slice(0, 8)}01`)

/** A version of the demo's price list: one entry for each product. */
type DemoVersion = { effectiveOn: LocalDate; proposedOn: LocalDate; versions: readonly ListVersion[] }

/** The price list of the demo: of the history's first day, a year and half a year ago, and one that begins in more than a month. */
export function demoPriceList({ past, today }: Pick<Calendar, 'past' | 'today'>): readonly DemoVersion[] {
  const firstOn = addDays(past[0]?.on ?? today.on, -1)
  const dated: readonly [LocalDate, instalments: Fees, payIn4: Fees, payLater: Fees][] = [
    [firstOn, [275, 35], [420, 35], [320, 35]],
    [monthStart(today.on, -11), [265, 35], [405, 35], [305, 35]],
    [monthStart(today.on, -5), [250, 30], [390, 30], [290, 30]],
    [monthStart(addDays(today.on, 35), 1), [260, 30], [375, 30], [290, 30]],
  ]
  return dated.map(([effectiveOn, instalments, payIn4, payLater]) => ({
    effectiveOn,
    proposedOn: effectiveOn > today.on ? addDays(today.on, -3) : addDays(effectiveOn, -35),
    versions: [offerOf('instalments', instalments), offerOf('pay_in_4', payIn4), offerOf('pay_later', payLater)].map((terms) => ({
      effectiveOn,
      terms,
    })),
  }))
}
