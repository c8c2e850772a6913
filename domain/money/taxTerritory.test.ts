import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeInvoice, type Charges } from './invoice.ts'
import { type Tax, type TaxHistory, taxNameOf, taxOn, type TaxTerritory, taxTerritories, territoryOf, territoryOn } from './taxTerritory.ts'
import { vatRounding } from './vatRounding.ts'
import { feeFor, refundReversal } from '../sales/plans/fees.ts'
import { addDays, localDate, madridDay, startOfMadridDay, startOfNextMadridDay, type LocalDate } from '../platform/dates.ts'
import { isPortugueseTaxId } from '../platform/identifiers.ts'
import { basisPoints, cents, percentOf, ZERO } from '../platform/money.ts'

const spanish = (postcode: string | null) => territoryOf({ country: 'ES', postcode, taxId: 'B00000000' })

describe('where a merchant is taxed', () => {
  test.each<[string | null, TaxTerritory]>([
    ['28001', 'peninsula'],
    ['07001', 'peninsula'],
    ['35001', 'canarias'],
    ['38001', 'canarias'],
    ['51001', 'ceuta'],
    ['52001', 'melilla'],
    ['03501', 'peninsula'],
    [null, 'peninsula'],
  ])('%s: %s', (postcode, territory) => expect(spanish(postcode)).toBe(territory))

  test('in Portugal the merchant owes the tax, if it has a Portuguese VAT number', () => {
    const inPortugal = (taxId: string | null) => territoryOf({ country: 'PT', postcode: '3500-123', taxId })
    expect(inPortugal('501442600')).toBe('portugal')
    expect(inPortugal('PT501442600')).toBe('portugal')
    for (const none of ['501442601', 'N0000000A', '12345678Z', null]) expect(inPortugal(none), String(none)).toBe('peninsula')
  })

  test('a Portuguese tax number has nine digits and a check digit', () => {
    for (const valid of ['501442600', '123456789', 'pt501442600']) expect(isPortugueseTaxId(valid), valid).toBe(true)
    for (const wrong of ['501442609', '50144260', '5014426000', '401442600', 'ES501442600', ''])
      expect(isPortugueseTaxId(wrong), wrong).toBe(false)
  })
})

const rate = (territory: TaxTerritory, effectiveOn: string, bps: number) => ({
  territory,
  effectiveOn: localDate(effectiveOn),
  rate: basisPoints(bps),
})
const rates = [
  rate('peninsula', '2012-09-01', 2_100),
  rate('canarias', '2020-01-01', 700),
  rate('canarias', '2026-03-29', 950),
  // The same rate as in Canarias: two taxes all the same.
  rate('ceuta', '2020-01-01', 700),
  rate('melilla', '2020-01-01', 1_000),
  rate('portugal', '2010-01-01', 0),
]

describe('the tax of a day', () => {
  const moved: TaxHistory = { current: 'canarias', past: [{ untilOn: localDate('2026-10-25'), territory: 'peninsula' }], rates }

  test('changes at the midnight after a move, also on the days of 23 and of 25 hours', () => {
    for (const [day, territory] of [
      ['2026-03-29', 'peninsula'],
      ['2026-10-25', 'canarias'],
    ] as const) {
      const on = localDate(day)
      const history: TaxHistory = { current: territory, past: [{ untilOn: on, territory: 'ceuta' }], rates }
      const midnight = startOfNextMadridDay(on)
      const taxAt = (at: number) => taxOn(history, madridDay(new Date(at))).territory
      expect(taxAt(startOfMadridDay(on).getTime())).toBe('ceuta')
      expect(taxAt(midnight.getTime() - 1)).toBe('ceuta')
      expect(taxAt(midnight.getTime())).toBe(territory)
    }
  })

  test('is the rate in force: a new one begins at its midnight, and before the first there is the first', () => {
    const canarias = (day: string) => taxOn({ ...moved, past: [] }, localDate(day)).rate
    expect(['2012-01-01', '2026-03-28', '2026-03-29', '2030-01-01'].map(canarias)).toEqual([700, 700, 950, 950])
    expect(() => taxOn({ current: 'ceuta', past: [], rates: [] }, localDate('2026-01-01'))).toThrow('ceuta')
  })

  test('two moves on one day leave the first territory until midnight, and the last one after it', () => {
    const past = [
      { untilOn: localDate('2026-05-04'), territory: 'peninsula' as const },
      { untilOn: localDate('2026-06-01'), territory: 'melilla' as const },
    ]
    const on = (day: string) => territoryOn({ current: 'ceuta', past }, localDate(day))
    expect(['2020-01-01', '2026-05-04', '2026-05-05', '2026-06-01', '2026-06-02'].map(on)).toEqual([
      'peninsula',
      'peninsula',
      'melilla',
      'melilla',
      'ceuta',
    ])
  })

  test('several taxes have no common name', () => {
    expect([
      taxNameOf(['ceuta', 'melilla']),
      taxNameOf(['peninsula', 'portugal']),
      taxNameOf(['canarias', 'ceuta']),
      taxNameOf([]),
    ]).toEqual(['ipsi', 'iva', null, 'iva'])
  })
})

/** Sales at instants around the moves of a merchant, each refunded later in part. */
const sale = fc.record({
  at: fc.integer({ min: Date.UTC(2026, 2, 25), max: Date.UTC(2026, 10, 1) }),
  total: fc.integer({ min: 1, max: 300_000 }),
  back: fc.integer({ min: 0, max: 300_000 }),
})
const move = fc.record({
  untilOn: fc.constantFrom('2026-03-28', '2026-03-29', '2026-03-30', '2026-06-14', '2026-10-24', '2026-10-25').map(localDate),
  territory: fc.constantFrom(...taxTerritories),
})
const fee = { rate: basisPoints(250), fixedCents: cents(30) }

test('an invoice has the taxes that its operations were charged, whatever moves lie between them', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(move, { selector: ({ untilOn }) => untilOn, maxLength: 4 }),
      fc.constantFrom(...taxTerritories),
      fc.array(sale, { maxLength: 25 }),
      (past, current, sales) => {
        const history: TaxHistory = { current, past, rates }
        const lines = sales.flatMap(({ at, total, back }) => linesOf(taxOn(history, madridDay(new Date(at))), total, back))
        const all = [...lines, ...roundingOf(lines)]
        const invoice = composeInvoice(all)
        const charged = all.reduce((sum, { feeCents, vatCents }) => sum + feeCents + vatCents, 0)
        expect(invoice?.totalCents ?? 0).toBe(charged)
        for (const { territory, vatRate, baseCents, vatCents } of invoice?.lines ?? []) {
          const of = lines.filter((one) => one.territory === territory && one.vatRate === vatRate)
          expect(baseCents).toBe(of.reduce((sum, one) => sum + one.feeCents, 0))
          expect(vatCents).toBe(percentOf(baseCents, basisPoints(vatRate ?? 0)))
          if (territory === 'portugal') expect(vatCents).toBe(0)
        }
        const known = sales.map(({ at }) => territoryBy(history, madridDay(new Date(at))))
        expect(new Set(invoice?.lines.map(({ territory }) => territory))).toEqual(new Set(known))
      },
    ),
    { numRuns: 300 },
  )
})

/** Where a merchant was taxed, told day by day from the first one on. */
function territoryBy({ current, past }: TaxHistory, day: LocalDate): TaxTerritory {
  const moves = new Map(past.map(({ untilOn, territory }) => [untilOn, territory]))
  for (let at = day; at <= '2026-12-31'; at = addDays(at, 1)) {
    const left = moves.get(at)
    if (left) return left
  }
  return current
}

function linesOf({ territory, rate: vatRate }: Tax, total: number, back: number): Charges[] {
  const plan = { ...fee, vatRate }
  const charges = { territory, vatRate, feeCount: 1, subsidyCount: 0, subsidyCents: ZERO }
  const sold: Charges = { ...charges, kind: 'order', ...feeFor(cents(total), plan) }
  const refundCents = cents(Math.min(back, total))
  if (refundCents < 1) return [sold]
  const terms = { capturedCents: cents(total), refundedBeforeCents: ZERO, refundCents, plan, subsidyCents: ZERO, keepFixed: true }
  const { feeBackCents, vatBackCents } = refundReversal(terms)
  return [sold, { ...charges, kind: 'refund', feeCents: cents(-feeBackCents), vatCents: cents(-vatBackCents) }]
}

/** The roundings of a settlement of all lines, one for each tax and rate. */
function roundingOf(lines: readonly Charges[]): Charges[] {
  const groups = [...Map.groupBy(lines, ({ territory, vatRate }) => `${territory}/${vatRate}`).values()]
  const sums = groups.flatMap((of) => {
    const total = (name: 'feeCents' | 'vatCents') => cents(of.reduce((sum, one) => sum + one[name], 0))
    return of[0]
      ? [
          {
            territory: of[0].territory,
            vatRate: of[0].vatRate,
            count: of.length,
            baseCents: total('feeCents'),
            vatCents: total('vatCents'),
          },
        ]
      : []
  })
  return vatRounding(sums).map((rounding): Charges => ({
    ...rounding,
    kind: 'vat_rounding',
    feeCount: 1,
    feeCents: ZERO,
    subsidyCount: 0,
    subsidyCents: ZERO,
  }))
}
